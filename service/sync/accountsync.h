// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mailbox/admissions.h"
#include "sync/bodyrequest.h"
#include "sync/context.h"
#include "sync/foldersurvey.h"
#include "sync/foldersync.h"
#include "sync/progress.h"

#include <QObject>
#include <QSet>

#include <map>
#include <memory>

namespace Indexing {
class Indexer;
}

namespace Sync {

/**
 * Synchronises one account in a loop: connects, logs in, synchronises the folders, waits for changes,
 * and starts again. After an error it waits as long as Health says. Lives on a sync thread. Runs from
 * start() until stop() and must not be destroyed between the two. The account's settings are read again
 * from the database at each connection.
 */
class AccountSync : public QObject
{
public:
    AccountSync(qint64 accountId, Context &context, Indexing::Indexer &indexer,
                Mailbox::Admissions &admissions, QObject *parent = nullptr);
    ~AccountSync() override;

    /// `isChanged`: a user changed the account, so earlier failures no longer count.
    void start(bool isChanged = false);

    /// Closes the connection: at once during a pass, otherwise with LOGOUT within 1 s. Resumes when the
    /// synchronisation has ended.
    QCoro::Task<void> stop();

    /// Starts a pass over the folders now. False: a pass is running already.
    bool syncNow();

    /// A user changed something that has to be stored at the mail server. It is sent at once if the
    /// account is connected.
    void storeChanges();

    /// The database was unavailable and is available again. `isOther`: it may be in an older state, so
    /// everything that was read from it is read again.
    void databaseReturned(bool isOther);

    /// Fetches the text of one mail before all other texts. Takes 10 s at most, then Error::Timeout.
    QCoro::Task<Result<void>> fetchText(qint64 folderId, Store::BodyWanted mail);

    qint64 accountId() const { return m_accountId; }

    /// False before start(), after stop(), and once the account is deleted or disabled.
    bool isRunning() const { return m_isRunning; }

private:
    enum class Wake { Elapsed, News, Asked };
    /// The last synchronisation of a folder, and the server's counts just before it.
    struct Visit {
        Imap::FolderStatus status;
        qint64 atMs = 0;
    };

    QCoro::Task<void> run(bool isChanged);
    QCoro::Task<Result<void>> connectAndFollow();
    QCoro::Task<Result<void>> begin();
    QCoro::Task<Result<void>> follow();
    /// The password or token of the mailbox. SecretMissing: the user must enter it again.
    QCoro::Task<Result<QByteArray>> secret();
    QCoro::Task<Result<void>> connect();
    QCoro::Task<void> noteMechanism();
    QCoro::Task<Result<void>> open(Net::Endpoint endpoint);
    void stepAsideAt(QTimer &patience);
    QCoro::Task<bool> admitted(bool isFirst);
    bool shallMakeRoom() const;
    QCoro::Task<Result<void>> loadAccount();
    QCoro::Task<Result<void>> leaveFolders();
    QCoro::Task<Result<void>> findFolders();
    void forgetFolders(const KnownFolders &known);
    void rememberFolders(const KnownFolders &known);
    FolderSync &folderAt(const QString &path);
    QCoro::Task<Result<void>> enter(QString path);
    void noteUidValidity(const QString &path);
    bool isUnchanged(const QString &path, Wake why);
    void noteVisit(const QString &path);
    QCoro::Task<Result<void>> serveBetween(qint64 *inboxSeenMs);
    QCoro::Task<Result<void>> syncFolders(Wake why);
    QCoro::Task<Result<void>> pass(Wake why);
    QStringList pathsOf(Wake why) const;
    QCoro::Task<Result<void>> syncFolder(const QString &path, Wake why);
    QCoro::Task<Result<void>> settleMoved();
    QCoro::Task<Result<Wake>> waitForChange();
    QCoro::Task<Result<Wake>> waitIdling();
    QCoro::Task<Result<void>> serveBodyRequests();
    QCoro::Task<Result<void>> storeChangesOfFolders();
    QCoro::Task<Result<void>> storeChangesOf(qint64 folderId);
    QCoro::Task<Result<void>> readAnew();
    QCoro::Task<void> awaitStorage(Error error);
    QCoro::Task<Wake> pause(std::chrono::milliseconds time);
    QCoro::Task<void> noteSuccess(qint64 startedAtMs);
    QCoro::Task<std::optional<std::chrono::milliseconds>> noteFailure(Error error);
    void logFailure(const Health &health) const;
    bool isServersFault(const Error &error) const;
    /// The event `failed` is sent after the state is stored. It is not sent if the account was deleted
    /// in the meantime.
    QCoro::Task<void> saveHealth(Health health, qint64 nextAttemptAtMs, bool isSynced,
                                 std::optional<Store::Event> failed = {});
    QCoro::Task<void> closeSession();

    static std::chrono::milliseconds jittered(std::chrono::milliseconds time);
    void wake(Wake why);
    void setMode(Mode mode);
    void setProgress(std::optional<Progress> progress);
    void setTrouble(std::optional<Trouble> trouble);
    void showUnstored(const Store::AccountHealth &health);
    Events::About about() const;
    bool canIdle() const;
    bool canDoWithout(const QString &path) const;
    qint64 sum(qint64 (FolderSync::*count)() const) const;

    const qint64 m_accountId;
    Context &m_context;
    Indexing::Indexer &m_indexer;
    Mailbox::Admissions &m_admissions;
    ProgressMeter m_meter;

    Store::Account m_account;
    Health m_health;
    Store::AccountHealth m_stored; ///< the health that the database holds
    int m_shortLived = 0;          ///< successful connections in a row that the server closed soon
    qint64 m_goodSinceMs = 0;      ///< when this connection had its first good pass; 0: none yet
    std::unique_ptr<Imap::Session> m_session;
    QHash<QString, QByteArray> m_roles; ///< by path, of the account's folders that the server has
    std::map<QString, std::unique_ptr<FolderSync>> m_folders; ///< by path, for one connection
    std::unique_ptr<FolderSurvey> m_survey;                   ///< for one connection
    QHash<QString, Imap::FolderStatus> m_statuses; ///< results of STATUS, from the survey
    QHash<QString, Visit> m_visits;                ///< by path, for one connection
    QHash<QString, qint64> m_held; ///< number of mails in folders that were not visited yet
    QSet<QString> m_refused;       ///< paths that the server did not open in this pass
    /// New UIDVALIDITY of paths whose UIDVALIDITY changed. Unexpected: the survey has not seen it yet;
    /// accepted: the survey has seen it.
    QHash<QString, quint32> m_unexpected;
    QHash<QString, quint32> m_accepted;
    QString m_open;          ///< path of the folder that the session has open
    qint64 m_lastFullMs = 0; ///< when all folders were compared

    Runtime m_runtime;
    std::optional<Async::Admission::Slot>
        m_place; ///< a connection to the mailbox, held while connected
    std::optional<Async::Admission::Slot>
        m_turn;                 ///< a place for the login or the first synchronisation
    bool m_isGone = false;      ///< deleted or disabled
    bool m_idleRefused = false; ///< the server offers IDLE but refuses it
    bool m_isBusy = false;      ///< a pass is running
    bool m_isStopping = false;
    bool m_isRunning = false;
    std::optional<Async::Completion<Wake>> m_pause;
    bool m_isAsked = false;           ///< a pass was requested and starts as soon as possible
    bool m_hasChangesToStore = false; ///< there may be changes to store at the mail server
    bool m_isOutdated = false; ///< the data in memory of the account and its folders is outdated
    bool m_waitsForStorage = false;
    int m_storageFailures = 0; ///< database failures in a row
    bool m_isDistrusted =
        false; ///< the server's list of changes is not trusted, after a server error
    BodyRequests m_bodyRequests; ///< shared with the folders, which do not outlive it
    Async::Completion<bool> m_ended;
};

} // namespace Sync
