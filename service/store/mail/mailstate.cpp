// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailstate.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

MailState readState(const Query &query)
{
    return { query.int64(0),
             { query.int64(1), query.int64(2), Listing(query.int32(3)), query.flag(4),
               query.flag(5), query.flag(6) },
             query.uint32(7),
             quint8(query.int32(8)) };
}

Result<std::optional<MailState>> firstState(Query &query)
{
    query.exec();
    std::optional<MailState> mail;
    if (query.next())
        mail = readState(query);
    if (query.failed())
        return query.error();
    return mail;
}

Result<std::optional<MailState>> mailState(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("mails_state");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter());
    return firstState(query);
}

Result<std::optional<MailState>> mailStateOfAny(Session &session, qint64 id)
{
    Query query = session.query("mails_state_any");
    query.bind(u":id"_s, id);
    return firstState(query);
}

Result<std::optional<MailState>> mailStateByUid(Session &session, qint64 folderId, quint32 uid)
{
    Query query = session.query("mails_state_by_uid");
    query.bind(u":folder_id"_s, folderId).bind(u":uid"_s, uid);
    return firstState(query);
}

Result<void> setListing(Session &session, MailState &mail, Listing listing,
                        CounterChanges &counters)
{
    const CounterKey before = mail.counts;
    mail.counts.listing = listing;
    counters.moved(before, mail.counts);
    return session.query("mails_set_listing")
        .bind(u":listing"_s, int(listing))
        .bind(u":id"_s, mail.id)
        .run();
}

} // namespace Store
