// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/mail/accounts.h"
#include "store/mail/flagwish.h"
#include "store/mail/folders.h"
#include "sync/bodyparse.h"
#include "sync/context.h"
#include "sync/folderstore.h"
#include "sync/look.h"
#include "sync/progress.h"
#include "sync/textwish.h"

#include <QSet>

namespace Sync {

class Indexer;

/**
 * Brings one folder in step over one open session: what is new, what changed, what is gone, the
 * texts. Newest first, list rows before texts, resumable at any point, because each step asks the
 * database what is still missing. Lives on a sync thread; whoever runs it awaits it to its end.
 */
class FolderSync
{
public:
    /// `wishes`: texts that people wait for; those of this folder are fetched before all others.
    FolderSync(Context &context, Indexer &indexer, Imap::Session &session, TextWishes &wishes,
               Store::Account account, QString path, QByteArray role);

    /// Opens the folder (EXAMINE: nothing is written at the server) and brings all of it in step.
    QCoro::Task<Result<void>> enter();

    /// The folder is open already: brings all of it in step again.
    QCoro::Task<Result<void>> lookAgain();

    /**
     * The folder is open already: takes what the server told since the last look. Where it said only
     * that something changed, this is lookAgain().
     */
    QCoro::Task<Result<void>> catchUp();

    /**
     * Tells the server what people changed here: flags, where the account wants that, and deletions.
     * Opens the folder for writing, and afterwards read-only again, in step.
     */
    QCoro::Task<Result<void>> tell();

    /// Fetches the texts of this folder that people wait for; it must be open.
    QCoro::Task<Result<void>> grantWishes();

    /// The server did not let us open it; the session is as good as before.
    bool isRefused() const { return m_isRefused; }

    /**
     * Not 0: enter() failed and changed nothing, because the path has this UIDVALIDITY, not the one
     * that we know. The folder may have been renamed, and its name given to another one. Whoever runs
     * it looks for renamed folders, and then lets this UIDVALIDITY be accepted.
     */
    quint32 unexpectedUidValidity() const { return m_unexpected; }

    /// The folder was not renamed: under this UIDVALIDITY enter() looks for its mails anew.
    void accept(quint32 uidValidity) { m_accepted = uidValidity; }

    /// Something changed meanwhile that only lookAgain() can tell.
    bool isStale() const { return m_isStale; }

    /// What the server says of changes is not to be believed: the next look is at everything.
    void distrust() { m_isDistrusted = true; }

    /// The folder as the database has it, so that the first visit need not look for it.
    void remember(const Store::Folder &folder);

    /// There are texts that the server did not give, to be asked for again.
    bool hasMissingTexts() const { return m_hasMissingTexts; }

    const Store::Folder &folder() const { return m_folder; }
    const QByteArray &role() const { return m_role; } ///< that it is to have
    qint64 newCount() const { return m_new; }
    qint64 updatedCount() const { return m_updated; }
    void resetCounts() { m_new = m_updated = 0; }
    void setProgress(ProgressMeter *meter) { m_meter = meter; } ///< may be null

private:
    using Messages = QList<Imap::FetchedMessage>;
    enum class Urgency { None, Awaited }; ///< whether a person waits for it
    struct FlagsNow {
        QList<Store::ServerFlags> flags;
        quint64 modSeq = 0; ///< the newest of them; 0: the folder has none
    };

    QCoro::Task<Result<void>> recall();
    bool isExpected(const Imap::Mailbox &mailbox) const;
    QCoro::Task<Result<void>> begin(Imap::Mailbox mailbox);
    QCoro::Task<Result<void>> save();

    QCoro::Task<Result<void>> bringBack();
    QCoro::Task<Result<void>> compare();
    QCoro::Task<Result<QList<Store::ServerFlags>>> serverState();
    QCoro::Task<Result<bool>> isAllOf(qsizetype shown);
    void noteMeanwhile(const Imap::MailboxNews &meanwhile, qsizetype shown);
    QCoro::Task<Result<void>> applyDelta(FolderDelta delta, bool isComplete);

    QCoro::Task<Result<bool>> follow(Imap::Mailbox mailbox, Look look);
    QCoro::Task<Result<QList<quint32>>> takeChanged(Imap::Mailbox mailbox, Look look);
    QCoro::Task<Result<QList<Store::ServerFlags>>> flagsSince(quint64 modSeq);
    QCoro::Task<Result<QList<quint32>>> uidsAbove(quint32 uidNext);
    QCoro::Task<Result<QList<quint32>>> applyChanged(QList<Store::ServerFlags> changed);
    QCoro::Task<Result<void>> applyGoneUids(QList<quint32> uids);
    QCoro::Task<Result<QList<quint32>>> wantedOf(QList<quint32> uids);
    QCoro::Task<Result<void>> bringIn(QList<quint32> uids);
    bool knowsAll() const;

    QCoro::Task<Result<void>> tellAll();
    QCoro::Task<Result<void>> tellFlags();
    QCoro::Task<Result<qsizetype>> tellSomeFlags(QList<Store::FlagWish> wishes);
    QCoro::Task<Result<FlagsNow>> flagsNow(QList<Store::FlagWish> wishes);
    QCoro::Task<Result<Imap::UidSet>> storeFlags(QList<Store::FlagWish> wishes, quint64 modSeq);
    QCoro::Task<Result<void>> tellDeletions();
    bool isRefusal(const Error &why) const;

    QCoro::Task<Result<void>> list(QList<quint32> uids);
    QCoro::Task<Result<void>> listChunk(QList<quint32> uids);
    QCoro::Task<Result<void>> downloadNew(QList<quint32> uids);
    QCoro::Task<Result<void>> newsChunk(QList<quint32> uids);
    QCoro::Task<Result<void>> finishImport();
    QCoro::Task<Result<void>> texts();
    QCoro::Task<Result<void>> textsUpTo(qint64 maxSize);
    QCoro::Task<Result<void>> fetchText(Store::BodyWanted wanted);
    QCoro::Task<Result<void>> outlines();
    QCoro::Task<Result<void>> fetchOutline(Store::BodyWanted wanted);
    QCoro::Task<Result<ReadBody>> readOutlineOf(quint32 uid);
    QCoro::Task<Result<void>> textStep(QList<Store::BodyWanted> wanted);
    QCoro::Task<Result<void>> textChunk(QList<Store::BodyWanted> wanted, Urgency urgency);
    QCoro::Task<Result<void>> noteMissing(QList<qint64> mailIds);
    QCoro::Task<Result<void>> lookForNews();
    QCoro::Task<Result<void>> fetchAbove();
    QCoro::Task<Result<void>> pauseAndStir(std::chrono::milliseconds wait);
    QCoro::Task<Result<Messages>> fetchMessages(Imap::FetchRequest request, QList<quint32> uids);
    bool tellsEmailIds() const;
    Result<void> skip(quint32 uid, const Error &why);
    QCoro::Task<Result<QList<ReadBody>>> fetchTexts(QList<Store::BodyWanted> wanted);
    QCoro::Task<Result<void>> advanceTo(quint32 uidNext);
    bool isNewsUid(quint32 uid) const;
    void index(QList<ReadBody> bodies);

    Context &m_context;
    Indexer &m_indexer;
    Imap::Session &m_session;
    TextWishes &m_wishes;
    const Store::Account m_account;
    const QString m_path;
    const QByteArray m_role;
    Store::Folder m_folder;
    Store::Folder m_saved; ///< the folder as the database has it
    quint32 m_exists = 0;  ///< as the server last said
    quint64 m_modSeq = 0;  ///< of the folder when it was opened; 0: it has none
    quint32 m_unexpected = 0;
    quint32 m_accepted = 0;
    bool m_isDistrusted = false;
    bool m_isKeptThere = false; ///< a person was told that deleted mails stay at the server
    bool m_isRefused = false;
    bool m_isStale = false;
    bool m_hasMissingTexts = false;
    bool m_refusesEmailIds = false; ///< the server offers OBJECTID and does not know EMAILID
    bool m_sawUnnamed = false;      ///< flags came for a mail whose uid was not told
    int m_hurried = 0;              ///< comparisons in a row during which there were news
    QSet<quint32> m_unreadable;     ///< mails that the server cannot tell, for this connection
    qsizetype m_told = 0;           ///< mails that it did tell
    qint64 m_new = 0;
    qint64 m_updated = 0;
    ProgressMeter *m_meter = nullptr;
    Async::Slots m_listing{ 1 }; ///< list rows go to the database in order
};

} // namespace Sync
