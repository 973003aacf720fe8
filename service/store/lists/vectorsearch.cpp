// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/vectorsearch.h"

#include "store/lists/vectorplan.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <algorithm>
#include <functional>
#include <limits>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 idMask = (qint64(1) << mailIdBits) - 1;

/** The result of one pass over the hits. */
struct Pass {
    qint64 total = 0;
    QList<qint64> keys; ///< of hits among the first mails, in no order; the low bits are the id
};

QList<qint64> keysFrom(const QString &text)
{
    QList<qint64> keys;
    for (const QStringView key : QStringView(text).split(u',', Qt::SkipEmptyParts))
        keys.append(key.toLongLong());
    return keys;
}

const Columns<Pass> passColumns{
    { "total", &Pass::total },
    { "keys", &Pass::keys, keysFrom },
};

/** Answers one query. */
class VectorSearch
{
public:
    VectorSearch(Session &session, const VectorPlan &plan, const MailQuery &query)
        : m_session(session), m_plan(plan), m_query(query), m_last(query.offset() + query.pageSize)
    {
    }

    Result<SearchHits> hits();

private:
    Result<SearchHits> newest();
    Result<SearchHits> foremost();
    Result<SearchHits> gathered();
    Result<SearchHits> walked(qint64 total);
    Result<bool> isCommon();
    Result<Pass> read(Query query, qint64 often);
    bool isEnough(const Pass &pass) const
    {
        return pass.keys.size() >= std::min(m_last, pass.total);
    }
    SearchHits cut(const Pass &pass) const;
    QByteArray expanded(QByteArray sql, bool descending) const;
    QByteArray listTexts() const { return m_plan.entryConditions() + m_plan.listConditions(); }

    Session &m_session;
    const VectorPlan &m_plan;
    const MailQuery &m_query;
    const qint64 m_last; ///< number of hits up to the end of the page
};

Result<SearchHits> VectorSearch::hits()
{
    if (!m_plan.hasWords())
        return gathered();
    if (!m_plan.readsMails())
        return newest();
    if (!m_plan.isInLists())
        return gathered();
    const Result<bool> common = isCommon();
    RETURN_IF_ERROR(common);
    return *common ? foremost() : gathered();
}

// Only our own texts are inserted; the user's input is bound. The indexes of sort_key and sent_key
// contain the id only in the low bits of the key.
QByteArray VectorSearch::expanded(QByteArray sql, bool descending) const
{
    const QByteArray key = m_plan.key().mid(2);
    const bool hasId = key == "sort_key" || key == "sent_key";
    const QByteArray direction = descending ? " DESC" : " ASC";
    return sql.replace("/*entries*/", m_plan.entryConditions())
        .replace("/*mails*/", m_plan.listConditions())
        .replace("/*filtered*/",
                 m_plan.filtersMails()
                     ? "JOIN mails m ON (m.sort_key & 1073741823) = d.mail_id AND "
                         + m_plan.listConditions() + "TRUE"
                     : QByteArray())
        .replace("/*within*/ >=", descending ? ">=" : "<=")
        .replace("/*direction*/ DESC", direction)
        .replace("/*id*/ id", hasId ? '(' + key + " & 1073741823) AS id" : "id")
        .replace("/*own*/ id", hasId ? '(' + key + " & 1073741823)" : "id")
        .replace("/*order*/ id", key + direction + (hasId ? "" : ", id" + direction));
}

/// Looks up each hit, and sorts those that match the filters.
Result<SearchHits> VectorSearch::gathered()
{
    const QByteArray from = m_plan.from();
    const QByteArray where = m_plan.conditions();
    const QByteArray key = m_plan.key();
    Query page = m_session.query(
        "search_page", key + m_plan.direction() + from + where, [&](QByteArray sql) {
            return sql.replace("/*id*/ d.mail_id", from.startsWith("mails") ? "m.id" : "d.mail_id")
                .replace("/*key*/ d.sort_key", key)
                .replace("/*from*/ search_docs d", from)
                .replace("/*where*/", where)
                .replace("/*direction*/", m_plan.direction());
        });
    m_plan.bind(page, from + where);
    page.bind(u":limit"_s, m_query.pageSize).bind(u":offset"_s, m_query.offset()).exec();
    SearchHits hits;
    while (page.next()) {
        hits.total = page.int64("n");
        if (const std::optional<qint64> id = page.maybeInt64("id"))
            hits.ids.append(*id);
    }
    return page.failed() ? Result<SearchHits>(page.error()) : Result<SearchHits>(hits);
}

/// Whether the words have so many hits that walking the list is faster than looking up each hit. Looking
/// up a mail takes as long as walking over five, and a walk often covers only a part of the list.
Result<bool> VectorSearch::isCommon()
{
    const qint64 many = std::max<qint64>(50, m_plan.mails() / 20);
    const QByteArray entries = m_plan.entryConditions();
    Query some = m_session.query("search_some", entries, [this](const QByteArray &sql) {
        return expanded(sql, m_query.descending);
    });
    m_plan.bind(some, entries);
    const Result<qint64> found = some.bind(u":most"_s, many).readNumber();
    RETURN_IF_ERROR(found);
    return *found >= many;
}

// If one mail in `often` has the word, the first `often * m_last` mails contain enough hits. A page that
// is far from the beginning is cut by the server; otherwise it would send the keys of all hits before the page.
Result<Pass> VectorSearch::read(Query query, qint64 often)
{
    constexpr qint64 furthest = 50'000;
    query.bind(u":reach"_s, std::min(often * m_last, furthest));
    const Result<std::optional<Pass>> pass = query.readFirst(passColumns);
    RETURN_IF_ERROR(pass);
    return pass->value_or(Pass());
}

SearchHits VectorSearch::cut(const Pass &pass) const
{
    SearchHits hits{ {}, pass.total };
    for (qint64 i = m_query.offset(); i < std::min<qint64>(m_last, pass.keys.size()); ++i)
        hits.ids.append(pass.keys[i] & idMask);
    return hits;
}

/// In the order of time, if the rows of search_docs contain all that is needed.
Result<SearchHits> VectorSearch::newest()
{
    const QByteArray entries = m_plan.entryConditions();
    Query query = m_session.query(
        "search_newest", entries + m_plan.direction(),
        [this](const QByteArray &sql) { return expanded(sql, m_query.descending); });
    m_plan.bind(query, entries);
    query.bind(u":edge"_s, m_query.descending ? 0 : std::numeric_limits<qint64>::max());
    Result<Pass> pass = read(std::move(query), 100); // a rarer word has few hits to sort
    RETURN_IF_ERROR(pass);
    if (!isEnough(*pass))
        return gathered();
    if (m_query.descending)
        std::ranges::sort(pass->keys, std::greater());
    else
        std::ranges::sort(pass->keys);
    return cut(*pass);
}

/// In the order of a list, for a common word.
Result<SearchHits> VectorSearch::foremost()
{
    const QByteArray text = listTexts();
    Query query = m_session.query(
        "search_foremost", m_plan.key() + m_plan.direction() + text,
        [this](const QByteArray &sql) { return expanded(sql, m_query.descending); });
    m_plan.bind(query, text);
    // By subject or sender, many mails in another language may come before the first hit.
    const bool byTime = m_query.sort == MailSort::CreatedAt || m_query.sort == MailSort::SentAt;
    Result<Pass> pass = read(std::move(query), byTime ? 40 : 400);
    RETURN_IF_ERROR(pass);
    if (!isEnough(*pass))
        return m_query.offset() < pass->total ? walked(pass->total)
                                              : Result<SearchHits>(SearchHits{ {}, pass->total });
    std::ranges::sort(pass->keys); // the high bits are the places
    return cut(*pass);
}

// Walks from the nearer end.
Result<SearchHits> VectorSearch::walked(qint64 total)
{
    const bool fromEnd = m_query.offset() > total / 2;
    const bool descending = m_query.descending != fromEnd;
    const qint64 limit = std::min<qint64>(m_query.pageSize, total - m_query.offset());
    const QByteArray text = listTexts();
    Query page = m_session.query(
        "search_walk", m_plan.key() + (descending ? " DESC" : " ASC") + text,
        [this, descending](const QByteArray &sql) { return expanded(sql, descending); });
    m_plan.bind(page, text);
    page.bind(u":limit"_s, limit);
    page.bind(u":offset"_s, fromEnd ? total - m_query.offset() - limit : m_query.offset());
    Result<QList<qint64>> ids = page.readValues<qint64>();
    RETURN_IF_ERROR(ids);
    if (fromEnd)
        std::ranges::reverse(*ids);
    return SearchHits{ *std::move(ids), total };
}

} // namespace

Result<SearchHits> searchVectors(Session &session, const MailQuery &query)
{
    const Result<VectorPlan> plan = VectorPlan::make(session, query);
    RETURN_IF_ERROR(plan);
    if (plan->findsNothing())
        return SearchHits();
    return VectorSearch(session, *plan, query).hits();
}

} // namespace Store
