// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/accountrequests.h"
#include "sync/accountrow.h"
#include "sync/context.h"
#include "sync/foldersurvey.h"
#include "sync/foldersync.h"
#include "sync/foldervisits.h"

#include <map>
#include <memory>

namespace Sync {

/**
 * The followed folders of an account in one connection: which of them the server has, the FolderSync of
 * each, and which one the session has open. Every synchronisation of a folder goes through it, so that
 * no UIDVALIDITY that LIST did not show is missed. Lives on a sync thread. One call at a time.
 */
class AccountFolders
{
public:
    AccountFolders(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
                   AccountRow &account, AccountRequests &requests, ProgressMeter &meter);

    /**
     * Lists the folders of the server and finds those that were renamed or are gone (FolderSurvey).
     * NotFound: the server has none of the account's folders. `isFirst`: until the first full pass was
     * successful.
     */
    QCoro::Task<Result<void>> survey(bool isFirst);
    // As FolderSurvey.
    QCoro::Task<Result<void>> noteRefused(QStringList paths);
    bool wasRefused(const QString &path) const { return m_survey.wasRefused(path); }

    /// Roles by path of the followed folders that the server has.
    const QHash<QString, QByteArray> &roles() const { return m_roles; }
    /// Null: there was no need for it yet.
    FolderSync *folder(const QString &path) const;
    QString pathOf(qint64 folderId) const; ///< null: the account does not have it any more

    const QString &openPath() const { return m_open; } ///< empty: none is open, or another folder
    void forgetOpen() { m_open.clear(); }
    /// Something changed in the open folder that only a complete synchronisation can find.
    bool isStale() const;

    // As FolderSync. The path is one of roles(); syncAgain() and catchUp() need it open, storeChanges()
    // needs a folder() there.
    QCoro::Task<Result<void>> enter(QString path);
    QCoro::Task<Result<void>> syncAgain(QString path);
    QCoro::Task<Result<void>> catchUp(QString path);
    QCoro::Task<Result<void>> storeChanges(QString path);

    /// A folder has a UIDVALIDITY that the survey did not show. It may have been renamed, and would
    /// lose its mails to the folder that has its name now; so a survey is due before it is
    /// synchronised.
    bool hasUnexpected() const { return !m_unexpected.isEmpty(); }

    /// The folder was synchronised completely.
    void noteVisit(const QString &path) { m_visits.note(path); }
    bool isUnchanged(const QString &path, Wake why) const; ///< it needs no visit

    /** Mails since the last call of takeCounts(). */
    struct Counts {
        qint64 added = 0;
        qint64 updated = 0;
    };
    Counts takeCounts();

    /// Drops what is known of single folders: it may be newer than the database.
    void forgetAll();

private:
    FolderSync &at(const QString &path);
    void dropOthers(const KnownFolders &known);
    void remember(const KnownFolders &known);
    void noteUidValidity(const QString &path);

    Context &m_context;
    Indexing::Indexer &m_indexer;
    Imap::Session &m_session;
    AccountRow &m_account;
    AccountRequests &m_requests;
    ProgressMeter &m_meter;
    FolderSurvey m_survey;
    FolderVisits m_visits;
    QHash<QString, QByteArray> m_roles;
    std::map<QString, std::unique_ptr<FolderSync>> m_folders; ///< by path
    /// New UIDVALIDITY of paths whose UIDVALIDITY changed. Unexpected: the survey has not seen it yet;
    /// accepted: the survey has seen it.
    QHash<QString, quint32> m_unexpected;
    QHash<QString, quint32> m_accepted;
    QString m_open;
};

} // namespace Sync
