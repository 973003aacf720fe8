// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchplan.h"

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

    const Result<SearchScope> scope = searchScope(session, plan.m_query);
    RETURN_IF_ERROR(scope);
    plan.m_scope = *scope;
    plan.m_nothing |= scope->isEmpty;
    plan.m_hasWords = text.hasWords();
    plan.m_words = Search::Expression::both({ text.words, scope->within });
    const MailQuery &q = plan.m_query;
    plan.m_readsMails = scope->checksListing || q.isRead || q.isStarred || q.hasAttachment
        || !plan.m_recipients.isNull();
    plan.m_filtered = plan.m_readsMails || q.since || q.before || q.afterId > 0;
    return plan;
}

bool SearchPlan::isQuickerAsWhole(qint64 hits) const
{
    constexpr qint64 lookUpCost = 16; // in steps of an index
    return m_recipients.isNull() && hits * lookUpCost > m_scope.mails;
}

void SearchPlan::bindScan(Query &query) const
{
    query.bind(u":accounts"_s, textOrNull(jsonOfIds(m_scope.accounts)));
    query.bind(u":folders"_s,
               textOrNull(m_scope.folders ? jsonOfIds(*m_scope.folders) : QByteArray()));
    query.bind(u":since"_s, m_query.since)
        .bind(u":before"_s, m_query.before)
        .bind(u":after_id"_s, m_query.afterId);
    bindFlags(query);
    bindRecipients(query);
}

void SearchPlan::bindRecipients(Query &query) const
{
    query.bind(u":recipients"_s, textOrNull(m_recipients));
}

void SearchPlan::bindFlags(Query &query) const
{
    const auto number = [](const std::optional<bool> &flag) {
        return flag ? QVariant(int(*flag)) : QVariant();
    };
    const ListingRange range = listingRange(m_query);
    query.bind(u":low_listing"_s, int(range.low))
        .bind(u":high_listing"_s, int(range.high))
        .bind(u":is_read"_s, number(m_query.isRead))
        .bind(u":is_starred"_s, number(m_query.isStarred))
        .bind(u":has_attachment"_s, number(m_query.hasAttachment));
}

} // namespace Store
