// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/arrivalfetcher.h"
#include "sync/bodyfetcher.h"
#include "sync/bodyimport.h"
#include "sync/bodyrequest.h"
#include "sync/changeapplier.h"
#include "sync/context.h"
#include "sync/deletionwriter.h"
#include "sync/firstimport.h"
#include "sync/flagwriter.h"
#include "sync/foldercomparison.h"
#include "sync/foldercursor.h"
#include "sync/folderopener.h"
#include "sync/folderprogress.h"
#include "sync/mailboxreader.h"
#include "sync/maillister.h"
#include "sync/messagefetcher.h"
#include "sync/newmailfetcher.h"
#include "sync/newsapplier.h"
#include "sync/openfolder.h"
#include "sync/outlinefetcher.h"
#include "sync/requestedbodies.h"
#include "sync/resyncapplier.h"
#include "sync/serverchangewriter.h"
#include "sync/unreadablemails.h"

namespace Indexing {
class Indexer;
}

namespace Sync {

/**
 * Synchronises one folder over one open session: new mails, changed flags, removed mails, and bodies.
 * Newest mails first, list rows before bodies. It can be resumed at any point, because each step reads
 * from the database what is still missing. Makes the objects that do the steps, and runs them in order.
 * Lives on a sync thread. The caller must await it to its end.
 */
class FolderSync
{
public:
    /// `requests`: bodies that users wait for. The requested bodies of this folder are fetched first.
    FolderSync(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
               BodyRequests &requests, Store::Account account, QString path, QByteArray role);
    FolderSync(const FolderSync &) = delete;
    FolderSync &operator=(const FolderSync &) = delete;

    /// Opens the folder (EXAMINE: nothing is written at the server) and synchronises it completely.
    QCoro::Task<Result<void>> enter();

    /// The folder is open already: synchronises it completely again.
    QCoro::Task<Result<void>> syncAgain();

    /**
     * The folder is open already: stores the changes that the server reported since the last call. If
     * the server reported only that something changed, this is syncAgain().
     */
    QCoro::Task<Result<void>> catchUp();

    /**
     * Stores the users' changes at the server: flags, if the account is set to do that, and deletions.
     * Opens the folder for writing. Afterwards opens it read-only again and synchronises it.
     */
    QCoro::Task<Result<void>> storeChanges();

    /// Fetches the bodies of this folder that users wait for. The folder must be open.
    QCoro::Task<Result<void>> serveBodyRequests();

    /// The server refused to open the folder. The session can still be used.
    bool isRefused() const { return m_opener.isRefused(); }

    /**
     * Not 0: enter() failed and changed nothing, because the path has this UIDVALIDITY instead of the
     * stored one. The folder may have been renamed, and another folder may have its name now. The
     * caller looks for renamed folders, and then calls accept() with this UIDVALIDITY.
     */
    quint32 unexpectedUidValidity() const { return m_opener.unexpectedUidValidity(); }

    /// The folder was not renamed: enter() matches its mails again under this UIDVALIDITY.
    void accept(quint32 uidValidity) { m_opener.accept(uidValidity); }

    /// Something changed in the meantime that only syncAgain() can find.
    bool isStale() const { return m_open.isStale(); }

    /// The server's list of changes is not trusted: the next pass compares the whole folder.
    void distrust() { m_cursor.distrust(); }

    /// Sets the folder's database row, so that the first pass does not have to read it.
    void remember(const Store::Folder &folder);

    /// The server did not return some bodies. They are requested again later.
    bool hasMissingBodies() const { return m_bodies.hasMissing(); }

    const Store::Folder &folder() const { return m_cursor.folder(); }
    const QByteArray &role() const { return m_cursor.role(); } ///< that it is to have
    qint64 newCount() const { return m_cursor.newCount(); }
    qint64 updatedCount() const { return m_cursor.updatedCount(); }
    void resetCounts() { m_cursor.resetCounts(); }
    void setProgress(ProgressMeter *meter) { m_progress.setMeter(meter); } ///< may be null

private:
    QCoro::Task<Result<void>> compare();

    Imap::Session &m_session;
    FolderProgress m_progress;
    FolderCursor m_cursor;
    OpenFolder m_open;
    UnreadableMails m_unreadable;
    MailboxReader m_reader;
    MessageFetcher m_fetcher;
    ChangeApplier m_applier;

    MailLister m_lister;
    NewMailFetcher m_newMails;
    ArrivalFetcher m_arrivals;

    OutlineFetcher m_outlines;
    BodyFetcher m_bodies;
    RequestedBodies m_requested;
    BodyImport m_bodyImport;

    FolderOpener m_opener;
    ResyncApplier m_resync;
    NewsApplier m_news;
    FirstImport m_firstImport;
    FolderComparison m_comparison;

    FlagWriter m_flagWriter;
    DeletionWriter m_deletionWriter;
    ServerChangeWriter m_changeWriter;
};

} // namespace Sync
