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
    Result<void> noteIds();
    void bindNumbers(const NewMail &mail);
    void bindTexts(const NewMail &mail);

    Session &m_session;
    const Folder &m_folder;
    Query m_insert;
    Recogniser m_recogniser{ m_session, m_folder };
    CounterChanges m_counters;
    QList<StoredMail> m_stored;
    qint64 m_firstId = 0; ///< that the batch may use
    qint64 m_nextId = 0;
    bool m_hasTombstones = false;
};

Result<void> Insertion::prepare()
{
    Query next = m_session.query("mails_next_id");
    next.exec();
    if (next.next())
        m_firstId = m_nextId = next.int64(0);
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

// In the order of mails_insert.sql.
void Insertion::bindNumbers(const NewMail &mail)
{
    const qint64 created = clampSeconds(mail.createdAt);
    m_insert.begin().add(m_nextId).add(m_folder.accountId).add(m_folder.id);
    m_insert.add(mail.uid ? std::optional(mail.uid) : std::nullopt).add(int(mail.listing));
    m_insert.add(created).add(mail.sentAt).add(m_session.now()).add(mail.size);
    m_insert.add(mail.isRead).add(mail.isStarred).add(mail.hasAttachment).add(mail.isHtml);
    m_insert.add(serverFlagsOf(mail)).add(int(mail.bodyState));
    m_insert.add(int(SearchState::Pending)); // by what there is already
    m_insert.add(sortKey(created, m_nextId));
    m_insert.add(sortKey(mail.sentAt.value_or(created), m_nextId));
}

void Insertion::bindTexts(const NewMail &mail)
{
    const QString &sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
    m_insert.add(normalizedKey(sender)).add(normalizedKey(mail.subject));
    m_insert.add(mail.messageId).add(mail.from).add(mail.fromName);
    m_insert.add(QString::fromUtf8(toJson(mail.to))).add(QString::fromUtf8(toJson(mail.cc)));
    m_insert.add(mail.subject).add(mail.summary);
}

Result<void> Insertion::insert(const NewMail &mail, qsizetype index)
{
    bindNumbers(mail);
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

/// On PostgreSQL ids that we give out do not move the sequence on.
Result<void> Insertion::noteIds()
{
    if (m_session.engine() == Engine::Sqlite || m_nextId == m_firstId)
        return {};
    return m_session.query("mails_note_ids").bind(u":last"_s, m_nextId - 1).run();
}

Result<QList<StoredMail>> Insertion::finish()
{
    const Result<void> noted = noteIds();
    if (!noted)
        return noted.error();
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
