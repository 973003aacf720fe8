// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mailinsert.h"

#include "common/jsonwriter.h"
#include "store/attachments.h"
#include "store/mailstate.h"
#include "store/recognise.h"
#include "store/searchtext.h"
#include "store/session.h"
#include "store/sortkey.h"
#include "store/tombstones.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray toJson(const QStringList &addresses)
{
    Json::Writer json;
    json.beginArray();
    for (const QString &address : addresses)
        json.value(address);
    return json.endArray().take();
}

quint8 serverFlagsOf(const NewMail &mail)
{
    return quint8((mail.isRead ? ServerSeen : 0) | (mail.isStarred ? ServerFlagged : 0));
}

/** One batch on its way in. */
class Insertion
{
public:
    Insertion(Session &session, const Folder &folder)
        : m_session(session), m_folder(folder), m_insert(session.query("mails_insert"))
    {
    }

    Result<void> prepare();
    Result<void> take(const NewMail &mail, qsizetype index);
    Result<QList<StoredMail>> finish();

private:
    Result<bool> recognised(const NewMail &mail, qsizetype index);
    Result<void> insert(const NewMail &mail, qsizetype index);
    Result<void> revive(const NewMail &mail);
    void bindIdentity(const NewMail &mail);
    void bindTexts(const NewMail &mail);

    Session &m_session;
    const Folder &m_folder;
    Query m_insert;
    Recogniser m_recogniser{ m_session, m_folder };
    CounterChanges m_counters;
    QList<StoredMail> m_stored;
    qint64 m_nextId = 0;
    bool m_hasTombstones = false;
};

Result<void> Insertion::prepare()
{
    Query next = m_session.query("mails_next_id");
    next.exec();
    if (next.next())
        m_nextId = next.int64(0);
    if (next.failed())
        return next.error();
    const Result<bool> tombstones = hasTombstones(m_session, m_folder.id);
    if (!tombstones)
        return tombstones.error();
    m_hasTombstones = *tombstones;
    return m_recogniser.prepare();
}

Result<bool> Insertion::recognised(const NewMail &mail, qsizetype index)
{
    const Result<std::optional<MailState>> known = m_recogniser.find(mail);
    if (!known)
        return known.error();
    if (!*known)
        return false;
    const Result<void> placed =
        m_recogniser.place(**known, mail.uid, serverFlagsOf(mail), m_counters);
    if (!placed)
        return placed.error();
    m_stored.append(StoredMail{ (*known)->id, mail.uid, index, false });
    return true;
}

Result<void> Insertion::take(const NewMail &mail, qsizetype index)
{
    const Result<bool> known = recognised(mail, index);
    if (!known)
        return known.error();
    if (*known)
        return {};
    if (m_hasTombstones && mail.uid != 0) {
        const Result<bool> buried = isBuried(m_session, m_folder, mail);
        if (!buried)
            return buried.error();
        if (*buried)
            return {};
    }
    return insert(mail, index);
}

void Insertion::bindIdentity(const NewMail &mail)
{
    const qint64 created = clampSeconds(mail.createdAt);
    m_insert.bind(u":id"_s, m_nextId).bind(u":account_id"_s, m_folder.accountId);
    m_insert.bind(u":folder_id"_s, m_folder.id);
    m_insert.bind(u":uid"_s, mail.uid ? QVariant(mail.uid) : QVariant());
    m_insert.bind(u":listing"_s, int(mail.listing)).bind(u":created_at"_s, created);
    m_insert.bind(u":sent_at"_s, mail.sentAt).bind(u":stored_at"_s, m_session.now());
    m_insert.bind(u":size"_s, mail.size).bind(u":is_read"_s, mail.isRead);
    m_insert.bind(u":is_starred"_s, mail.isStarred);
    m_insert.bind(u":has_attachment"_s, mail.hasAttachment).bind(u":is_html"_s, mail.isHtml);
    m_insert.bind(u":server_flags"_s, int(serverFlagsOf(mail)));
    m_insert.bind(u":body_state"_s, int(mail.bodyState));
    m_insert.bind(u":search_state"_s, int(SearchState::Pending)); // by what there is already
    m_insert.bind(u":sort_key"_s, sortKey(created, m_nextId));
    m_insert.bind(u":sent_key"_s, sortKey(mail.sentAt.value_or(created), m_nextId));
}

void Insertion::bindTexts(const NewMail &mail)
{
    const QString &sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
    m_insert.bind(u":from_key"_s, normalizedKey(sender));
    m_insert.bind(u":subject_key"_s, normalizedKey(mail.subject));
    m_insert.bind(u":message_id"_s, mail.messageId).bind(u":from_addr"_s, mail.from);
    m_insert.bind(u":from_name"_s, mail.fromName).bindName(u":to_json"_s, toJson(mail.to));
    m_insert.bindName(u":cc_json"_s, toJson(mail.cc)).bind(u":subject"_s, mail.subject);
    m_insert.bind(u":summary"_s, mail.summary);
}

Result<void> Insertion::insert(const NewMail &mail, qsizetype index)
{
    bindIdentity(mail);
    bindTexts(mail);
    m_insert.exec();
    if (m_insert.failed())
        return m_insert.error();
    if (m_insert.affected() == 0)
        return revive(mail);
    m_counters.added({ m_folder.accountId, m_folder.id, mail.listing, mail.isRead, mail.isStarred,
                       mail.hasAttachment });
    m_stored.append(StoredMail{ m_nextId, mail.uid, index, true });
    return addAttachments(m_session, m_nextId++, mail.attachments);
}

/// The uid is here. Where we took it for gone, the server was wrong for a while.
Result<void> Insertion::revive(const NewMail &mail)
{
    Result<std::optional<MailState>> state = mailStateByUid(m_session, m_folder.id, mail.uid);
    if (!state)
        return state.error();
    if (!*state || (*state)->counts.listing == Listing::OnServer)
        return {};
    return setListing(m_session, **state, Listing::OnServer, m_counters);
}

Result<QList<StoredMail>> Insertion::finish()
{
    const Result<void> counted = m_counters.apply(m_session);
    if (!counted)
        return counted.error();
    return m_stored;
}

} // namespace

Result<QList<StoredMail>> insertMails(Session &session, const Folder &folder,
                                      const QList<NewMail> &mails)
{
    Insertion insertion(session, folder);
    const Result<void> prepared = insertion.prepare();
    if (!prepared)
        return prepared.error();
    for (qsizetype i = 0; i < mails.size(); ++i) {
        const Result<void> taken = insertion.take(mails[i], i);
        if (!taken)
            return taken.error();
    }
    return insertion.finish();
}

} // namespace Store
