// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailstate.h"

#include "store/mail/mailrow.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

template<auto member>
void setCount(MailState &mail, std::remove_cvref_t<decltype(mail.counts.*member)> value)
{
    mail.counts.*member = value;
}

const Columns<MailState> stateColumns{
    { "id", &MailState::id },
    { "account_id", setCount<&CounterKey::accountId> },
    { "folder_id", setCount<&CounterKey::folderId> },
    { "listing", setCount<&CounterKey::listing> },
    { "is_read", setCount<&CounterKey::isRead> },
    { "is_starred", setCount<&CounterKey::isStarred> },
    { "has_attachment", setCount<&CounterKey::hasAttachment> },
    { "uid", &MailState::uid },
    { "server_flags",
      +[](MailState &mail, quint8 flags) {
          mail.serverFlags = flags & followedFlags;
      } },
};

} // namespace

MailState readState(const Query &query)
{
    return query.read(stateColumns);
}

Result<std::optional<MailState>> firstState(Query &query)
{
    return query.readFirst(stateColumns);
}

Result<QList<MailState>> allStates(Query &query)
{
    return query.readAll(stateColumns);
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
