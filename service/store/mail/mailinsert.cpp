// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailinsert.h"

#include "store/mail/mailstate.h"
#include "store/mail/mailwriter.h"
#include "store/mail/recognise.h"
#include "store/mail/threader.h"
#include "store/mail/tombstonecheck.h"
#include "store/sql/session.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

TombstoneCheck::Shown shownOf(Recognised::As as)
{
    if (as == Recognised::As::Moved)
        return TombstoneCheck::Shown::AsGone;
    return as == Recognised::As::Duplicate ? TombstoneCheck::Shown::Elsewhere
                                           : TombstoneCheck::Shown::Nowhere;
}

/** A new row for a copy of a mail that is in another place, too. */
struct NewCopy {
    qint64 of = 0;
    QList<qint64> others; ///< more rows of the same mail
    MailState state;
};

/** Inserts one batch of mails. */
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
    Result<void> place(const Recognised &known, const NewMail &mail, qsizetype index);
    Result<void> insert(const NewMail &mail, qsizetype index, const Recognised &known);
    Result<void> noteInserted(const NewMail &mail, qsizetype index, const Recognised &known);
    Result<void> revive(const NewMail &mail, qsizetype index);
    Result<void> prepareThreads(const QList<NewMail> &mails);
    Result<void> startCopies();
    Result<void> noteIds();

    Session &m_session;
    const Folder &m_folder;
    const std::unique_ptr<MailWriter> m_writer;
    Recogniser m_recogniser{ m_session, m_folder };
    CounterChanges m_counters;
    QList<StoredMail> m_stored;
    QSet<quint32> m_seen; ///< uids of the batch so far; a repeated uid is skipped
    qint64 m_firstId = 0; ///< the first id that the batch may use
    qint64 m_nextId = 0;
    QList<NewCopy> m_copies;
    Threader m_threader{ m_session };
    MailMover m_mover{ m_session, m_folder.accountId };
    TombstoneCheck m_tombstones{ m_session, m_folder };
};

Result<void> Insertion::prepare(const QList<NewMail> &mails)
{
    const Result<qint64> next = m_session.query("mails_next_id").readNumber();
    RETURN_IF_ERROR(next);
    m_firstId = m_nextId = *next;
    RETURN_IF_ERROR(m_tombstones.prepare());
    RETURN_IF_ERROR(prepareThreads(mails));
    const Result<void> ready = m_writer->prepare(mails);
    return ready ? m_recogniser.prepare(mails) : ready;
}

Result<void> Insertion::prepareThreads(const QList<NewMail> &mails)
{
    Query query = m_session.query("accounts_owner");
    const Result<qint64> owner = query.bind(u":id"_s, m_folder.accountId).readNumber();
    RETURN_IF_ERROR(owner);
    QList<ThreadNodes> nodes;
    nodes.reserve(mails.size());
    for (const NewMail &mail : mails)
        nodes.append(threadNodes(*owner, mail));
    return m_threader.prepare(std::move(nodes));
}

Result<void> Insertion::place(const Recognised &known, const NewMail &mail, qsizetype index)
{
    RETURN_IF_ERROR(m_recogniser.place(known, mail, m_counters));
    const bool isMoved = known.as == Recognised::As::Moved;
    m_stored.append(StoredMail{ known.mail.id, mail.uid, index, false, isMoved, false });
    return {};
}

Result<void> Insertion::take(const NewMail &mail, qsizetype index)
{
    if (mail.uid != 0 && m_seen.contains(mail.uid))
        return {};
    m_seen.insert(mail.uid);
    const Result<Recognised> known = m_recogniser.find(mail, index);
    RETURN_IF_ERROR(known);
    if (known->as == Recognised::As::Renamed)
        return place(*known, mail, index);
    const Result<bool> buried = m_tombstones.holdsBack(mail, shownOf(known->as));
    RETURN_IF_ERROR(buried);
    if (*buried)
        return {};
    if (known->as == Recognised::As::Moved)
        return place(*known, mail, index);
    return insert(mail, index, *known);
}

Result<void> Insertion::insert(const NewMail &mail, qsizetype index, const Recognised &known)
{
    const Result<ThreadPlace> place = m_threader.placeOf(index, m_nextId);
    RETURN_IF_ERROR(place);
    const Result<bool> put = m_writer->put(mail, m_nextId, *place);
    RETURN_IF_ERROR(put);
    return *put ? noteInserted(mail, index, known) : revive(mail, index);
}

Result<void> Insertion::noteInserted(const NewMail &mail, qsizetype index, const Recognised &known)
{
    const CounterKey counts{ m_folder.accountId, m_folder.id,    mail.listing,
                             mail.isRead,        mail.isStarred, mail.hasAttachment };
    m_counters.added(counts);
    m_threader.noteStored();
    const MailState state{ m_nextId, counts, mail.uid, serverFlagsOf(mail) };
    m_recogniser.noteStored(mail, state);
    const bool isCopy = known.as == Recognised::As::Duplicate;
    if (isCopy && m_folder.firstImportDone)
        m_copies.append({ known.mail.id, known.others, state });
    m_stored.append(StoredMail{ m_nextId++, mail.uid, index, !isCopy, false, isCopy });
    return {};
}

/// A mail with this uid is stored already. If it was marked as gone, the server has it after all, and it
/// is listed again.
Result<void> Insertion::revive(const NewMail &mail, qsizetype index)
{
    Result<std::optional<MailState>> state = mailStateByUid(m_session, m_folder.id, mail.uid);
    RETURN_IF_ERROR(state);
    if (!*state || (*state)->counts.listing == Listing::OnServer)
        return {};
    m_stored.append(StoredMail{ (*state)->id, mail.uid, index, false, true, false });
    return setListing(m_session, **state, Listing::OnServer, m_counters);
}

/// The copies may be the new places of moved mails. This is known only when the mails vanish from
/// their old places.
Result<void> Insertion::startCopies()
{
    for (const NewCopy &copy : std::as_const(m_copies)) {
        const Result<std::optional<MailState>> mail = mailStateOfAny(m_session, copy.of);
        RETURN_IF_ERROR(mail);
        if (!*mail)
            continue;
        RETURN_IF_ERROR(m_mover.startCopy(**mail, copy.state, copy.others, m_counters));
    }
    return {};
}

Result<void> Insertion::noteIds()
{
    if (m_session.dialect().raisesNextId() || m_nextId == m_firstId)
        return {};
    return m_session.query("mails_note_ids").bind(u":last"_s, m_nextId - 1).run();
}

Result<QList<StoredMail>> Insertion::finish()
{
    RETURN_IF_ERROR(m_writer->finish());
    RETURN_IF_ERROR(m_threader.finish());
    RETURN_IF_ERROR(startCopies());
    RETURN_IF_ERROR(noteIds());
    RETURN_IF_ERROR(m_counters.apply(m_session));
    return m_stored;
}

} // namespace

Result<QList<StoredMail>> insertMails(Session &session, const Folder &folder,
                                      const QList<NewMail> &mails)
{
    Insertion insertion(session, folder);
    RETURN_IF_ERROR(insertion.prepare(mails));
    for (qsizetype i = 0; i < mails.size(); ++i) {
        RETURN_IF_ERROR(insertion.take(mails[i], i));
    }
    return insertion.finish();
}

} // namespace Store
