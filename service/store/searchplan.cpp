// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchplan.h"

#include "store/searchindex.h"
#include "store/session.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Both must hold, so two that differ leave nothing.
bool restrict(std::optional<bool> &filter, const std::optional<bool> &other)
{
    const bool contradicts = filter && other && *filter != *other;
    if (other)
        filter = other;
    return !contradicts;
}

QByteArray jsonOf(const QList<qint64> &ids)
{
    QByteArrayList numbers;
    for (const qint64 id : ids)
        numbers.append(QByteArray::number(id));
    return '[' + numbers.join(',') + ']';
}

QVariant textOrNull(const QByteArray &json)
{
    return json.isNull() ? QVariant() : QVariant(QString::fromUtf8(json));
}

// FTS5 excludes from something only: where there are no words that is all that is indexed.
QByteArray matchOf(const SearchQuery &text, const SearchScope &scope)
{
    if (text.match.isEmpty() && text.excluded.isEmpty())
        return {};
    const QByteArray match = (text.match.isEmpty() ? scope.everything : text.match) + scope.match;
    return text.excluded.isEmpty() ? match : match + " NOT (" + text.excluded + ')';
}

Result<qint64> readSpill(Session &session)
{
    Query meta = session.query("search_meta_get");
    const bool found = meta.exec() && meta.next();
    if (meta.failed())
        return meta.error();
    return found ? meta.int64(1) : 0;
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
    const ParsedSearch search = parseSearch(query.search); // the API refuses mistakes
    const SearchQuery text = combined(parseKeyword(query.keyword), search.query);
    plan.m_nothing = !workIn(plan.m_query, text) || !search.mistakes.isEmpty();
    if (!text.recipients.isEmpty())
        plan.m_recipients = QJsonDocument(QJsonArray::fromStringList(text.recipients))
                                .toJson(QJsonDocument::Compact);

    const Result<SearchScope> scope = searchScope(session, plan.m_query);
    if (!scope)
        return scope.error();
    plan.m_scope = *scope;
    plan.m_nothing |= scope->isEmpty;
    plan.m_match = matchOf(text, *scope);
    const MailQuery &q = plan.m_query;
    plan.m_filtered = scope->checksListing || q.isRead || q.isStarred || q.hasAttachment || q.since
        || q.before || q.afterId > 0 || !plan.m_recipients.isNull();

    const Result<qint64> spill = readSpill(session);
    if (!spill)
        return spill.error();
    plan.m_spill = *spill;
    return plan;
}

bool SearchPlan::isQuickerByRows(qint64 hits) const
{
    constexpr qint64 lookUpCost = 16; // of reading one more entry of the index
    return m_recipients.isNull() && hits * lookUpCost > m_scope.mails;
}

void SearchPlan::bind(Query &query) const
{
    if (hasWords()) {
        bindWords(query);
        if (!m_filtered)
            return;
    } else {
        query.bind(u":accounts"_s, textOrNull(jsonOf(m_scope.accounts)));
        query.bind(u":folders"_s,
                   textOrNull(m_scope.folders ? jsonOf(*m_scope.folders) : QByteArray()));
    }
    bindFilters(query);
    query.bind(u":recipients"_s, textOrNull(m_recipients));
}

void SearchPlan::bindWords(Query &query) const
{
    query.bind(u":match"_s, QString::fromUtf8(m_match));
}

void SearchPlan::bindFilters(Query &query) const
{
    const auto number = [](const std::optional<bool> &flag) {
        return flag ? QVariant(int(*flag)) : QVariant();
    };
    // Rows never stand before their time and at most `spill` behind it.
    query.bind(u":low_row"_s, m_query.since ? searchRowOf(*m_query.since) : 0);
    query.bind(u":high_row"_s,
               m_query.before ? searchRowOf(*m_query.before) + m_spill
                              : std::numeric_limits<qint64>::max());
    const ListingRange range = listingRange(m_query);
    query.bind(u":low_listing"_s, int(range.low))
        .bind(u":high_listing"_s, int(range.high))
        .bind(u":is_read"_s, number(m_query.isRead))
        .bind(u":is_starred"_s, number(m_query.isStarred))
        .bind(u":has_attachment"_s, number(m_query.hasAttachment))
        .bind(u":since"_s, m_query.since)
        .bind(u":before"_s, m_query.before)
        .bind(u":after_id"_s, m_query.afterId);
}

} // namespace Store
