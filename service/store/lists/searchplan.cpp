// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchplan.h"

#include "store/lists/mailfilter.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Both filters must hold. False: they differ, so no mail can match.
bool restrict(std::optional<bool> &filter, const std::optional<bool> &other)
{
    const bool contradicts = filter && other && *filter != *other;
    if (other)
        filter = other;
    return !contradicts;
}

QVariant textOrNull(const QByteArray &json)
{
    return json.isNull() ? QVariant() : QVariant(QString::fromUtf8(json));
}

// Part of the text also without recipients: SQLite chooses the index of search_scan from its columns.
QByteArray recipientCondition(const MailQuery &query, const Dialect &dialect)
{
    return "(:recipients IS NULL OR " + MailFilter(query, "m.").recipients(dialect) + ") AND ";
}

} // namespace

bool workIn(MailQuery &query, const SearchQuery &text)
{
    if (text.since)
        query.since = std::max(*text.since, query.since.value_or(*text.since));
    if (text.before)
        query.before = std::min(*text.before, query.before.value_or(*text.before));
    bool possible = !text.folder || query.folder.isEmpty() || query.folder == *text.folder;
    query.folder = text.folder.value_or(query.folder);
    possible &= restrict(query.isRead, text.isRead);
    possible &= restrict(query.isStarred, text.isStarred);
    possible &= restrict(query.hasAttachment, text.hasAttachment);
    return possible && !text.unanswerable;
}

Result<SearchPlan> SearchPlan::make(Session &session, const MailQuery &query)
{
    SearchPlan plan;
    plan.m_query = query;
    const ParsedSearch search = parseSearch(query.search); // the API has refused mistakes already
    const SearchQuery text = combined(parseKeyword(query.keyword), search.query);
    plan.m_nothing = !workIn(plan.m_query, text) || !search.mistakes.isEmpty();
    if (!text.recipients.isEmpty())
        plan.m_recipients = QJsonDocument(QJsonArray::fromStringList(text.recipients))
                                .toJson(QJsonDocument::Compact);

    plan.m_recipientCondition = recipientCondition(plan.m_query, session.dialect());
    const Result<SearchScope> scope = searchScope(session, plan.m_query);
    RETURN_IF_ERROR(scope);
    plan.m_scope = *scope;
    plan.m_nothing |= scope->isEmpty;
    plan.m_hasWords = text.hasWords();
    plan.m_words = Search::Expression::both({ text.words, scope->within });
    const MailQuery &q = plan.m_query;
    plan.m_readsMails =
        scope->checksListing || MailFilter(q).hasFlags() || !plan.m_recipients.isNull();
    plan.m_filtered = plan.m_readsMails || q.since || q.before || q.afterId > 0;
    return plan;
}

bool SearchPlan::isQuickerAsWhole(qint64 hits) const
{
    constexpr qint64 lookUpCost = 16; // in steps of an index
    return m_recipients.isNull() && hits * lookUpCost > m_scope.mails;
}

QByteArray SearchPlan::flagConditions() const
{
    const MailFilter filter(m_query, "m.");
    return filter.listing() + filter.flags();
}

QByteArray SearchPlan::scanConditions() const
{
    QByteArray where = "m.account_id IN (SELECT value FROM json_each(:accounts)) AND ";
    if (m_scope.folders)
        where += "m.folder_id IN (SELECT value FROM json_each(:folders)) AND ";
    const MailFilter filter(m_query, "m.");
    return where + flagConditions() + filter.times("m.created_at") + filter.afterId("m.id")
        + m_recipientCondition;
}

void SearchPlan::bind(Query &query, const QByteArray &conditions) const
{
    MailFilter(m_query).bind(query, conditions);
    if (conditions.contains(":accounts"))
        query.bindName(u":accounts"_s, jsonOfIds(m_scope.accounts));
    if (conditions.contains(":folders"))
        query.bindName(u":folders"_s, jsonOfIds(m_scope.folders.value_or(QList<qint64>())));
    if (conditions.contains(":recipients"))
        query.bind(u":recipients"_s, textOrNull(m_recipients));
}

} // namespace Store
