// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchfilter.h"

#include "store/lists/mailfilter.h"
#include "store/lists/mailsets.h"
#include "store/lists/searchplan.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/// The index with the fewest mails to read. The condition of a partial index is part of the filter.
QByteArray indexFor(const MailQuery &filters)
{
    if (filters.isStarred == true)
        return "INDEXED BY mails_starred";
    if (filters.hasAttachment == true)
        return "INDEXED BY mails_with_attachment";
    if (filters.isRead == false)
        return "INDEXED BY mails_unread";
    return "INDEXED BY mails_by_created";
}

Result<MailIdSet> idsIn(Query &query)
{
    const Result<std::optional<QByteArray>> text = query.readValue<QByteArray>();
    RETURN_IF_ERROR(text);
    return *text ? MailIdSet::ofText(**text) : MailIdSet();
}

Result<MailIdSet> allAllowed(Session &session, const SearchPlan &plan)
{
    const QByteArray index = session.dialect().indexHint(indexFor(plan.filters()));
    const QByteArray where = plan.flagConditions();
    Query query = session.query("search_ids_allowed", index + where, [&](QByteArray sql) {
        return sql.replace("/*index*/", index).replace("/*where*/", where);
    });
    plan.bind(query, where);
    return idsIn(query);
}

Result<MailIdSet> allowedAmong(Session &session, const SearchPlan &plan, const QList<qint64> &keys)
{
    const QByteArray where = plan.rowConditions();
    Query query = session.query("search_ids_filtered", where, [&where](QByteArray sql) {
        return sql.replace("/*where*/", where);
    });
    query.bind(u":ids"_s, session.dialect().numberList(mailIdsOf(keys)));
    plan.bind(query, where);
    return idsIn(query);
}

} // namespace

Result<QList<qint64>> filteredKeys(Session &session, const SearchPlan &plan, QList<qint64> keys)
{
    MailFilter(plan.filters()).dropByKey(keys);
    for (const SearchCondition &condition : plan.mixed()) {
        const Result<MailIdSet> mails = mailsFulfilling(session, condition);
        RETURN_IF_ERROR(mails);
        keys.removeIf([&mails](qint64 key) { return !mails->contains(mailIdOf(key)); });
    }
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
