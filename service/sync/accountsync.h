// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/admissions.h"
#include "sync/context.h"
#include "sync/foldersurvey.h"
#include "sync/foldersync.h"
#include "sync/progress.h"
#include "sync/textwish.h"

#include <QObject>
#include <QSet>

#include <map>
#include <memory>

namespace Sync {

class Indexer;

/**
 * The life of one account: connect, log in, bring its folders in step, wait for news, again; after
 * trouble wait as Health says. Lives on a sync thread. Runs from start() until stop() and must not
 * be destroyed between the two; what it reads of the account is read anew at each connection.
 */
class AccountSync : public QObject
{
public:
    AccountSync(qint64 accountId, Context &context, Indexer &indexer, Admissions &admissions,
                QObject *parent = nullptr);
    ~AccountSync() override;

    /// `isChanged`: a person changed the account, so what was tried before no longer counts.
    void start(bool isChanged = false);

    /// Closes the connection at once and resumes when nothing of it runs any more.
    QCoro::Task<void> stop();

    /// Looks at the server now. False: it is doing so already.
    bool syncNow();

    /// People changed something that the server is to be told; at once where it is connected.
    void tellServer();

    /// The database was lost and is there again. `isOther`: it may have gone back in time, so all
    /// that was read of it is read anew.
    void databaseReturned(bool isOther);

    /// Fetches one text ahead of all others; at most 10 s, then Error::Timeout.
    QCoro::Task<Result<void>> fetchText(qint64 folderId, Store::BodyWanted mail);

    qint64 accountId() const { return m_accountId; }

    /// False before start(), after stop(), and once the account is deleted or disabled.
    bool isRunning() const { return m_isRunning; }

private:
    enum class Wake { Elapsed, News, Asked };
    /// The last time that a folder was brought in step, and what the server counted just before.
    struct Visit {
        Imap::FolderStatus status;
        qint64 atMs = 0;
    };

    QCoro::Task<void> run(bool isChanged);
    QCoro::Task<Result<void>> connectAndFollow();
    QCoro::Task<Result<void>> begin();
    QCoro::Task<Result<void>> follow();
    /// Of the mailbox. SecretMissing: a person must enter it again.
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
    QCoro::Task<Result<void>> grantWishes();
    QCoro::Task<Result<void>> tellFolders();
    QCoro::Task<Result<void>> tellFolder(qint64 folderId);
    QCoro::Task<Result<void>> readAnew();
    QCoro::Task<void> awaitStorage(Error error);
    QCoro::Task<Wake> pause(std::chrono::milliseconds time);
    QCoro::Task<void> noteSuccess(qint64 startedAtMs);
    QCoro::Task<std::optional<std::chrono::milliseconds>> noteFailure(Error error);
    void logFailure(const Health &health) const;
    bool isServersFault(const Error &error) const;
    /// `failed` is told once it is stored, and not at all where the account was deleted meanwhile.
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
    Indexer &m_indexer;
    Admissions &m_admissions;
    ProgressMeter m_meter;

    Store::Account m_account;
    Health m_health;
    Store::AccountHealth m_stored; ///< what the database has of it
    int m_shortLived = 0;          ///< good connections in a row that the server soon ended
    qint64 m_goodSinceMs = 0;      ///< when this connection had its first good pass; 0: none yet
    std::unique_ptr<Imap::Session> m_session;
    QHash<QString, QByteArray> m_roles; ///< of the account's folders, as far as the server has them
    std::map<QString, std::unique_ptr<FolderSync>> m_folders; ///< by path, for one connection
    std::unique_ptr<FolderSurvey> m_survey;                   ///< for one connection
    QHash<QString, Imap::FolderStatus> m_statuses;            ///< as the survey found them
    QHash<QString, Visit> m_visits;                           ///< by path, for one connection
    QHash<QString, qint64> m_held; ///< mails of folders that were not visited yet
    QSet<QString> m_refused;       ///< paths that the server did not open in this pass
    /// UIDVALIDITY of paths that had another one before: not seen by the survey yet, and seen
    QHash<QString, quint32> m_unexpected;
    QHash<QString, quint32> m_accepted;
    QString m_open;          ///< path of the folder that the session has open
    qint64 m_lastFullMs = 0; ///< when all folders were compared

    Runtime m_runtime;
    std::optional<Async::Admission::Slot> m_place; ///< at the mailbox, while connected
    std::optional<Async::Admission::Slot> m_turn;  ///< while it begins
    bool m_isGone = false;                         ///< deleted or disabled
    bool m_idleRefused = false;                    ///< the server offers IDLE and does not do it
    bool m_isBusy = false;                         ///< a pass is running
    bool m_isStopping = false;
    bool m_isRunning = false;
    std::optional<Async::Completion<Wake>> m_pause;
    bool m_isAsked = false;    ///< somebody wants a pass as soon as possible
    bool m_hasToTell = false;  ///< there may be something that the server is to be told
    bool m_isOutdated = false; ///< what is in memory of the account and its folders
    bool m_waitsForStorage = false;
    int m_storageFailures = 0;   ///< of the database, in a row
    bool m_isDistrusted = false; ///< what the server says of changes, after an error of its own
    TextWishes m_wishes;         ///< shared with the folders, which outlive no wish
    Async::Completion<bool> m_ended;
};

} // namespace Sync
