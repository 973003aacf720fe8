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

/// The mails that fulfil these conditions, which have no placeholders.
Result<MailIdSet> mailsWhere(Session &session, const QByteArray &index, const QByteArray &where)
{
    Query query = session.query("search_ids_allowed", index + where, [&](QByteArray sql) {
        return sql.replace("/*index*/", index).replace("/*where*/", where);
    });
    return idsIn(query);
}

/// The same. Who types a search sends it several times, and between two commits only the first one reads the index.
Result<MailIdSet> mailsWhereCached(Session &session, const QByteArray &index,
                                   const QByteArray &where)
{
    CommitCache<MailIdSet> *const cache = session.mailSets();
    if (!cache)
        return mailsWhere(session, index, where);
    const Result<QByteArray> version = session.dataVersion();
    RETURN_IF_ERROR(version);
    if (const MailIdSet *const known = cache->find(*version, where))
        return *known;
    Result<MailIdSet> mails = mailsWhere(session, index, where);
    if (mails)
        cache->keep(where, *mails);
    return mails;
}

/// Of all mails, those that match the plan's filters of flags, and one of an alternative.
Result<MailIdSet> allAllowed(Session &session, const SearchPlan &plan,
                             const std::optional<MailQuery> &alternative)
{
    const QByteArray index =
        session.dialect().indexHint(indexFor(alternative.value_or(plan.filters())));
    QByteArray where = plan.flagConditions();
    if (alternative)
        where += MailFilter(*alternative, "m.").flags();
    return mailsWhereCached(session, index, where);
}

MailQuery filterOf(const RowCondition &row)
{
    const bool value = row.value != 0;
    if (row.kind == RowCondition::Kind::Starred)
        return { .isStarred = value };
    if (row.kind == RowCondition::Kind::Attachment)
        return { .hasAttachment = value };
    return { .isRead = value };
}

// Each alternative has an index of its own: two short ranges instead of all mails.
Result<MailIdSet> allWithFlags(Session &session, const SearchPlan &plan,
                               const SearchCondition &condition)
{
    if (condition.kind == SearchCondition::Kind::Row)
        return allAllowed(session, plan, filterOf(condition.row));
    const bool isOr = condition.kind == SearchCondition::Kind::Or;
    MailIdSet mails = isOr ? MailIdSet() : MailIdSet::ofAll();
    for (const SearchCondition &part : condition.parts) {
        const Result<MailIdSet> some = allWithFlags(session, plan, part);
        RETURN_IF_ERROR(some);
        mails = isOr ? mails.united(*some) : mails.intersected(*some);
    }
    return mails;
}

Result<MailIdSet> allAllowed(Session &session, const SearchPlan &plan)
{
    if (plan.rows().isEmpty())
        return allAllowed(session, plan, std::nullopt);
    return allWithFlags(session, plan, SearchCondition::all(plan.rows()));
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
