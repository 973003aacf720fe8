// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchplan.h"

#include "store/lists/mailfilter.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

Result<SearchPlan> SearchPlan::make(Session &session, const SearchWhere &where)
{
    SearchPlan plan(session.dialect());
    plan.m_query = where.filters;
    plan.m_nothing = where.isNothing;
    plan.m_mixed = where.mixed;
    plan.m_rowTrees = where.rows;
    for (const SearchCondition &rows : where.rows)
        plan.m_rows.add(rows);
    const Result<SearchScope> scope = searchScope(session, plan.m_query);
    RETURN_IF_ERROR(scope);
    plan.m_scope = *scope;
    plan.m_nothing |= scope->isEmpty;
    plan.m_hasWords = !where.words.isEverything() || !where.mixed.isEmpty();
    plan.m_words = Search::Expression::both({ where.words, scope->within });
    const MailQuery &q = plan.m_query;
    plan.m_readsMails = scope->checksListing || MailFilter(q).hasFlags() || !plan.m_rows.isEmpty();
    plan.m_filtered =
        plan.m_readsMails || q.since || q.before || q.afterId > 0 || !plan.m_mixed.isEmpty();
    return plan;
}

bool SearchPlan::isQuickerAsWhole(qint64 hits) const
{
    constexpr qint64 lookUpCost = 16; // in steps of an index
    constexpr qint64 usualShare = 8;  // at most one of so many mails has a star, or files
    const bool isNarrow = m_query.isStarred == true || m_query.hasAttachment == true;
    const qint64 steps = isNarrow ? m_scope.mails / usualShare : m_scope.mails;
    return std::ranges::all_of(m_rowTrees, isOfFlags) && hits * lookUpCost > steps;
}

QByteArray SearchPlan::flagConditions() const
{
    const MailFilter filter(m_query, "m.");
    return filter.listing() + filter.flags();
}

QByteArray SearchPlan::scanConditions() const
{
    QByteArray where = m_dialect->isOneOf("m.account_id", ":accounts") + " AND ";
    if (m_scope.folders)
        where += m_dialect->isOneOf("m.folder_id", ":folders") + " AND ";
    const MailFilter filter(m_query, "m.");
    return where + flagConditions() + filter.times("m.created_at") + filter.afterId("m.id")
        + m_rows.text();
}

QByteArray SearchPlan::scanIndex() const
{
    return m_rows.isOfSizes() ? "INDEXED BY mails_by_size" : QByteArray();
}

void SearchPlan::bind(Query &query, const QByteArray &conditions) const
{
    MailFilter(m_query).bind(query, conditions);
    if (conditions.contains(":accounts"))
        query.bind(u":accounts"_s, m_dialect->numberList(m_scope.accounts));
    if (conditions.contains(":folders"))
        query.bind(u":folders"_s, m_dialect->numberList(m_scope.folders.value_or(QList<qint64>())));
    if (!m_rows.isEmpty() && conditions.contains(m_rows.text()))
        m_rows.bind(query);
}

} // namespace Store
