// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mailinsert.h"

#include "store/mailstate.h"
#include "store/mailwriter.h"
#include "store/recognise.h"
#include "store/session.h"
#include "store/tombstones.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** One batch on its way in. */
class Insertion
{
public:
    Insertion(Session &session, const Folder &folder)
        : m_session(session), m_folder(folder), m_writer(MailWriter::make(session, folder))
    {
    }

    Result<void> prepare(const QList<NewMail> &mails);
    Result<void> take(const NewMail &mail, qsizetype index);
    Result<QList<StoredMail>> finish();

private:
    Result<bool> recognised(const NewMail &mail, qsizetype index);
    Result<void> insert(const NewMail &mail, qsizetype index);
    Result<void> revive(const NewMail &mail);
    Result<void> noteIds();

    Session &m_session;
    const Folder &m_folder;
    const std::unique_ptr<MailWriter> m_writer;
    Recogniser m_recogniser{ m_session, m_folder };
    CounterChanges m_counters;
    QList<StoredMail> m_stored;
    QSet<quint32> m_seen; ///< uids in the list; what comes again says nothing new
    qint64 m_firstId = 0; ///< that the batch may use
    qint64 m_nextId = 0;
    bool m_hasTombstones = false;
};

Result<void> Insertion::prepare(const QList<NewMail> &mails)
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
    const Result<void> ready = m_writer->prepare(mails);
    return ready ? m_recogniser.prepare() : ready;
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
    if (mail.uid != 0 && m_seen.contains(mail.uid))
        return {};
    m_seen.insert(mail.uid);
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

Result<void> Insertion::insert(const NewMail &mail, qsizetype index)
{
    const Result<bool> put = m_writer->put(mail, m_nextId);
    if (!put)
        return put.error();
    if (!*put)
        return revive(mail);
    m_counters.added({ m_folder.accountId, m_folder.id, mail.listing, mail.isRead, mail.isStarred,
                       mail.hasAttachment });
    m_stored.append(StoredMail{ m_nextId++, mail.uid, index, true });
    return {};
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
    const Result<void> written = m_writer->finish();
    if (!written)
        return written.error();
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
    const Result<void> prepared = insertion.prepare(mails);
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
