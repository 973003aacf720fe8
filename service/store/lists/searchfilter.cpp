// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchfilter.h"

#include "store/lists/searchplan.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** The index with the fewest mails to read, as texts for the marks of search_ids_allowed. */
struct Way {
    QByteArray index;
    QByteArray flag; ///< condition of a partial index: SQLite needs it literally to use the index
};

Way wayOf(const MailQuery &filters)
{
    if (filters.isStarred == true)
        return { "INDEXED BY mails_starred", "m.is_starred = 1 AND" };
    if (filters.isRead == false)
        return { "INDEXED BY mails_unread", "m.is_read = 0 AND" };
    return { "INDEXED BY mails_by_created", {} };
}

Result<MailIdSet> idsIn(Query &query)
{
    const Result<std::optional<QByteArray>> text = query.readValue<QByteArray>();
    RETURN_IF_ERROR(text);
    return *text ? MailIdSet::ofText(**text) : MailIdSet();
}

Result<MailIdSet> allAllowed(Session &session, const SearchPlan &plan)
{
    const Way way = wayOf(plan.filters());
    Query query = session.query("search_ids_allowed", way.index, [&way](QByteArray sql) {
        return sql.replace("/*index*/", way.index).replace("/*flag*/", way.flag);
    });
    plan.bindFlags(query);
    return idsIn(query);
}

Result<MailIdSet> allowedAmong(Session &session, const SearchPlan &plan, const QList<qint64> &keys)
{
    Query query = session.query("search_ids_filtered");
    query.bindName(u":ids"_s, jsonOfIdsIn(keys));
    plan.bindFlags(query);
    plan.bindRecipients(query);
    return idsIn(query);
}

// The key contains time and id, so no mail is read.
void dropByKey(QList<qint64> &keys, const MailQuery &filters)
{
    if (filters.since)
        keys.removeIf([low = sortKey(*filters.since, 0)](qint64 key) { return key < low; });
    if (filters.before)
        keys.removeIf([high = sortKey(*filters.before, 0)](qint64 key) { return key >= high; });
    if (filters.afterId > 0)
        keys.removeIf([&filters](qint64 key) { return mailIdOf(key) <= filters.afterId; });
}

} // namespace

Result<QList<qint64>> filteredKeys(Session &session, const SearchPlan &plan, QList<qint64> keys)
{
    dropByKey(keys, plan.filters());
    if (keys.isEmpty() || !plan.readsMails())
        return keys;
    const Result<MailIdSet> allowed = plan.isQuickerAsWhole(keys.size())
        ? allAllowed(session, plan)
        : allowedAmong(session, plan, keys);
    RETURN_IF_ERROR(allowed);
    keys.removeIf([&allowed](qint64 key) { return !allowed->contains(mailIdOf(key)); });
    return keys;
}

} // namespace Store
