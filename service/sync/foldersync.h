// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "parsing/bodyparse.h"
#include "store/mail/accounts.h"
#include "store/mail/folders.h"
#include "store/mail/pendingflagchange.h"
#include "sync/bodyrequest.h"
#include "sync/context.h"
#include "sync/folderstore.h"
#include "sync/look.h"
#include "sync/progress.h"

#include <QSet>

namespace Indexing {
class Indexer;
}

namespace Sync {

/**
 * Synchronises one folder over one open session: new mails, changed flags, removed mails, and texts.
 * Newest mails first, list rows before texts. It can be resumed at any point, because each step reads
 * from the database what is still missing. Lives on a sync thread. The caller must await it to its end.
 */
class FolderSync
{
public:
    /// `wishes`: texts that users wait for. The requested texts of this folder are fetched first.
    FolderSync(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
               BodyRequests &wishes, Store::Account account, QString path, QByteArray role);

    /// Opens the folder (EXAMINE: nothing is written at the server) and synchronises it completely.
    QCoro::Task<Result<void>> enter();

    /// The folder is open already: synchronises it completely again.
    QCoro::Task<Result<void>> lookAgain();

    /**
     * The folder is open already: stores the changes that the server reported since the last call. If
     * the server reported only that something changed, this is lookAgain().
     */
    QCoro::Task<Result<void>> catchUp();

    /**
     * Stores the users' changes at the server: flags, if the account is set to do that, and deletions.
     * Opens the folder for writing. Afterwards opens it read-only again and synchronises it.
     */
    QCoro::Task<Result<void>> storeChanges();

    /// Fetches the texts of this folder that users wait for. The folder must be open.
    QCoro::Task<Result<void>> serveBodyRequests();

    /// The server refused to open the folder. The session can still be used.
    bool isRefused() const { return m_isRefused; }

    /**
     * Not 0: enter() failed and changed nothing, because the path has this UIDVALIDITY instead of the
     * stored one. The folder may have been renamed, and another folder may have its name now. The
     * caller looks for renamed folders, and then calls accept() with this UIDVALIDITY.
     */
    quint32 unexpectedUidValidity() const { return m_unexpected; }

    /// The folder was not renamed: enter() matches its mails again under this UIDVALIDITY.
    void accept(quint32 uidValidity) { m_accepted = uidValidity; }

    /// Something changed in the meantime that only lookAgain() can find.
    bool isStale() const { return m_isStale; }

    /// The server's list of changes is not trusted: the next pass compares the whole folder.
    void distrust() { m_isDistrusted = true; }

    /// Sets the folder's database row, so that the first pass does not have to read it.
    void remember(const Store::Folder &folder);

    /// The server did not return some texts. They are requested again later.
    bool hasMissingTexts() const { return m_hasMissingTexts; }

    const Store::Folder &folder() const { return m_folder; }
    const QByteArray &role() const { return m_role; } ///< that it is to have
    qint64 newCount() const { return m_new; }
    qint64 updatedCount() const { return m_updated; }
    void resetCounts() { m_new = m_updated = 0; }
    void setProgress(ProgressMeter *meter) { m_meter = meter; } ///< may be null

private:
    using Messages = QList<Imap::FetchedMessage>;
    enum class Urgency { None, Awaited }; ///< whether a user waits for the text
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

    QCoro::Task<Result<void>> storeAllChanges();
    QCoro::Task<Result<void>> storeFlags();
    QCoro::Task<Result<qsizetype>> storeSomeFlags(QList<Store::PendingFlagChange> wishes);
    QCoro::Task<Result<FlagsNow>> flagsNow(QList<Store::PendingFlagChange> wishes);
    QCoro::Task<Result<Imap::UidSet>> storeFlags(QList<Store::PendingFlagChange> wishes,
                                                 quint64 modSeq);
    QCoro::Task<Result<void>> storeDeletions();
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
    QCoro::Task<Result<Parsing::ReadBody>> readOutlineOf(quint32 uid);
    QCoro::Task<Result<void>> textStep(QList<Store::BodyWanted> wanted);
    QCoro::Task<Result<void>> textChunk(QList<Store::BodyWanted> wanted, Urgency urgency);
    QCoro::Task<Result<void>> noteMissing(QList<qint64> mailIds);
    QCoro::Task<Result<void>> lookForNews();
    QCoro::Task<Result<void>> fetchAbove();
    QCoro::Task<Result<void>> pauseAndStir(std::chrono::milliseconds wait);
    QCoro::Task<Result<Messages>> fetchMessages(Imap::FetchRequest request, QList<quint32> uids);
    bool offersEmailIds() const;
    Result<void> skip(quint32 uid, const Error &why);
    QCoro::Task<Result<QList<Parsing::ReadBody>>> fetchTexts(QList<Store::BodyWanted> wanted);
    QCoro::Task<Result<void>> advanceTo(quint32 uidNext);
    bool isNewsUid(quint32 uid) const;
    void index(QList<Parsing::ReadBody> bodies);

    Context &m_context;
    Indexing::Indexer &m_indexer;
    Imap::Session &m_session;
    BodyRequests &m_bodyRequests;
    const Store::Account m_account;
    const QString m_path;
    const QByteArray m_role;
    Store::Folder m_folder;
    Store::Folder m_saved; ///< the folder as the database has it
    quint32 m_exists = 0;  ///< number of mails, from the server's last EXISTS
    quint64 m_modSeq = 0;  ///< the folder's modSeq when it was opened; 0: the folder has none
    quint32 m_unexpected = 0;
    quint32 m_accepted = 0;
    bool m_isDistrusted = false;
    bool m_isKeptThere = false; ///< the user was informed that deleted mails stay at the server
    bool m_isRefused = false;
    bool m_isStale = false;
    bool m_hasMissingTexts = false;
    bool m_refusesEmailIds = false; ///< the server offers OBJECTID but does not support EMAILID
    bool m_sawUnnamed = false;      ///< flags arrived for a mail without its uid
    int m_hurried = 0;              ///< comparisons in a row that were disturbed by new changes
    QSet<quint32> m_unreadable;     ///< uids that the server fails to return, in this connection
    qsizetype m_returned = 0;       ///< number of mails that the server returned
    qint64 m_new = 0;
    qint64 m_updated = 0;
    ProgressMeter *m_meter = nullptr;
    Async::Slots m_listing{ 1 }; ///< list rows go to the database in order
};

} // namespace Sync
