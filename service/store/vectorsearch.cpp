// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchvector.h"
#include "store/session.h"
#include "store/sortkey.h"
#include "store/vectorplan.h"

#include <algorithm>
#include <functional>
#include <limits>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 idMask = (qint64(1) << mailIdBits) - 1;

/** What one pass over the hits tells. */
struct Pass {
    qint64 total = 0;
    QList<qint64> keys; ///< of the foremost mails that are hits, in no order
};

/** One question with words. */
class VectorSearch
{
public:
    VectorSearch(Session &session, const VectorPlan &plan, const MailQuery &query)
        : m_session(session), m_plan(plan), m_query(query), m_last(query.offset() + query.pageSize)
    {
    }

    Result<SearchHits> hits();

private:
    Result<SearchHits> gathered();
    Result<SearchHits> walked();
    Result<SearchHits> byTime(const char *resource);
    Result<bool> isCommon();
    Result<Pass> pass(const char *resource);
    Result<qint64> total();
    Result<QList<qint64>> walkedPage(qint64 total);
    QByteArray expanded(QByteArray sql) const;
    QByteArray key() const { return m_plan.conditions() + m_plan.direction() + m_plan.from(); }

    Session &m_session;
    const VectorPlan &m_plan;
    const MailQuery &m_query;
    const qint64 m_last; ///< hits up to the end of the page
};

// Texts of ours alone; what people typed is bound.
QByteArray VectorSearch::expanded(QByteArray sql) const
{
    return sql.replace("/*entries*/", m_plan.entryConditions())
        .replace("/*mails*/", m_plan.listConditions())
        .replace("/*within*/ >=", m_query.descending ? ">=" : "<=")
        .replace("/*direction*/ DESC", m_plan.direction());
}

Result<SearchHits> VectorSearch::hits()
{
    if (!m_plan.hasWords())
        return gathered();
    if (!m_plan.looksIntoMails())
        return byTime("search_newest");
    if (!m_plan.isInLists())
        return gathered();
    const Result<bool> common = isCommon();
    if (!common)
        return common.error();
    return *common ? walked() : gathered();
}

/// Looks each hit up, and sorts what is left.
Result<SearchHits> VectorSearch::gathered()
{
    const QByteArray from = m_plan.from();
    const QByteArray where = m_plan.conditions();
    Query page = m_session.query("search_page", m_plan.key() + key(), [&](QByteArray sql) {
        return sql.replace("/*id*/", from.startsWith("mails") ? "m.id" : "d.mail_id")
            .replace("/*key*/", m_plan.key())
            .replace("/*from*/", from)
            .replace("/*where*/", where)
            .replace("/*direction*/", m_plan.direction());
    });
    m_plan.bind(page, from + where);
    page.bind(u":limit"_s, m_query.pageSize).bind(u":offset"_s, m_query.offset()).exec();
    SearchHits hits;
    while (page.next()) {
        hits.total = page.int64(0);
        if (!page.isNull(1))
            hits.ids.append(page.int64(1));
    }
    return page.failed() ? Result<SearchHits>(page.error()) : Result<SearchHits>(hits);
}

/// Looking up a mail takes as long as walking over five, and walking often has to pass a part only.
Result<bool> VectorSearch::isCommon()
{
    const qint64 many = std::max<qint64>(50, m_plan.mails() / 20);
    const QByteArray entries = m_plan.entryConditions();
    Query some = m_session.query("search_some", entries,
                                 [this](const QByteArray &sql) { return expanded(sql); });
    m_plan.bind(some, entries);
    some.bind(u":most"_s, many).exec();
    const bool common = some.next() && some.int64(0) >= many;
    return some.failed() ? Result<bool>(some.error()) : Result<bool>(common);
}

// Forty times as many mails as hits are wanted: of a word that one mail in forty has that is enough,
// and of a rarer one there is little to sort.
Result<Pass> VectorSearch::pass(const char *resource)
{
    const qint64 reach = 40 * m_last;
    Query query =
        m_session.query(resource, key(), [this](const QByteArray &sql) { return expanded(sql); });
    m_plan.bind(query,
                m_plan.entryConditions()
                    + (m_plan.looksIntoMails() ? m_plan.listConditions() : QByteArray()));
    constexpr qint64 all = std::numeric_limits<qint64>::max();
    query.bind(u":reach"_s, reach).bind(u":edge"_s, m_query.descending ? 0 : all).exec();
    Pass pass;
    if (query.next()) {
        pass.total = query.int64(0);
        const QString keys = query.text(1);
        for (const QStringView key : QStringView(keys).split(u',', Qt::SkipEmptyParts))
            pass.keys.append(key.toLongLong());
    }
    return query.failed() ? Result<Pass>(query.error()) : Result<Pass>(pass);
}

Result<SearchHits> VectorSearch::byTime(const char *resource)
{
    Result<Pass> found = pass(resource);
    if (!found)
        return found.error();
    QList<qint64> &keys = found->keys;
    if (keys.size() < std::min(m_last, found->total))
        return gathered();
    if (m_query.descending)
        std::ranges::sort(keys, std::greater());
    else
        std::ranges::sort(keys);
    SearchHits hits{ {}, found->total };
    for (qint64 i = m_query.offset(); i < std::min<qint64>(m_last, keys.size()); ++i)
        hits.ids.append(keys[i] & idMask);
    return hits;
}

Result<qint64> VectorSearch::total()
{
    const char *const resource = m_plan.filtersMails() ? "search_walk_count" : "search_count";
    const QByteArray text =
        m_plan.entryConditions() + (m_plan.filtersMails() ? m_plan.listConditions() : QByteArray());
    Query count =
        m_session.query(resource, text, [this](const QByteArray &sql) { return expanded(sql); });
    m_plan.bind(count, text);
    count.exec();
    const qint64 number = count.next() ? count.int64(0) : 0;
    return count.failed() ? Result<qint64>(count.error()) : Result<qint64>(number);
}

/// Compares an index of the list, in its order, with all hits at once.
Result<SearchHits> VectorSearch::walked()
{
    if (m_query.sort == MailSort::CreatedAt)
        return byTime("search_walk_newest");
    const Result<qint64> count = total();
    if (!count)
        return count.error();
    if (m_query.offset() >= *count)
        return SearchHits{ {}, *count };
    const Result<QList<qint64>> page = walkedPage(*count);
    if (!page)
        return page.error();
    return SearchHits{ *page, *count };
}

// From the nearer end.
Result<QList<qint64>> VectorSearch::walkedPage(qint64 total)
{
    const bool fromEnd = m_query.offset() > total / 2;
    const qint64 limit = std::min<qint64>(m_query.pageSize, total - m_query.offset());
    const QByteArray direction = m_query.descending != fromEnd ? " DESC" : " ASC";
    // The index of sent_key has no id but the one in the key.
    const bool bySent = m_query.sort == MailSort::SentAt;
    const QByteArray id = bySent ? "(sent_key & 1073741823)" : "id";
    const QByteArray order = m_plan.key().mid(2) + direction + (bySent ? "" : ", id" + direction);
    const QByteArray text = m_plan.entryConditions() + m_plan.listConditions();
    Query page = m_session.query("search_walk", order + text, [&](const QByteArray &sql) {
        return expanded(sql).replace("/*id*/ id", id).replace("/*order*/ id", order);
    });
    m_plan.bind(page, text);
    page.bind(u":limit"_s, limit);
    page.bind(u":offset"_s, fromEnd ? total - m_query.offset() - limit : m_query.offset()).exec();
    QList<qint64> ids;
    while (page.next())
        ids.append(page.int64(0));
    if (page.failed())
        return page.error();
    if (fromEnd)
        std::ranges::reverse(ids);
    return ids;
}

} // namespace

Result<SearchHits> searchVectors(Session &session, const MailQuery &query)
{
    const Result<VectorPlan> plan = VectorPlan::make(session, query);
    if (!plan)
        return plan.error();
    if (plan->findsNothing())
        return SearchHits();
    return VectorSearch(session, *plan, query).hits();
}

} // namespace Store
