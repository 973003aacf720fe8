// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/viewer.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace Store {

class Session;

/// Paths by role (sent, drafts, trash, junk, archive) that an account sets; empty: no folder has it.
using FolderRoles = QMap<QByteArray, QString>;

/** A mailbox account as stored. The current state (mode, progress) is not part of it. */
struct Account {
    qint64 id = 0;
    QByteArray uuid; ///< for sealed values; made at insert where empty, never changes
    qint64 ownerId = 0;
    QString name;
    QString email;
    QString host; ///< lower case
    int port = 993;
    QString username;
    QByteArray security = "auto";     ///< auto, tls, starttls, none
    QByteArray authType = "password"; ///< or oauth2
    QByteArray oauthProvider;         ///< name in the configuration, with oauth2
    QByteArray secretRef; ///< of the IMAP password, with oauth2 of the refresh token; empty: none
    QString smtpHost;     ///< empty: none given
    int smtpPort = 0;     ///< 0: none given
    QByteArray smtpSecurity = "auto";
    QString smtpUsername; ///< empty: the IMAP one
    QByteArray smtpSecretRef;
    QString senderName;
    QByteArray syncMode = "all"; ///< all, recent, unread
    int syncDays = 30;           ///< with syncMode `recent`
    QStringList folders = { QStringLiteral("INBOX") };
    FolderRoles folderRoles; ///< a missing role comes from the server or from folder names
    bool deleteOnServer = false;
    QByteArray onExpunge = "hide"; ///< hide, keep, delete
    QByteArray flagSync = "pull";  ///< off, pull, both
    bool appendSent = false;
    QByteArray tlsPin;         ///< SHA-256 of the server's key; empty: none
    QString proxyUrl;          ///< without its login; empty: none
    QByteArray proxySecretRef; ///< of `user:password` for the proxy; empty: none
    bool notify = true;
    QByteArray authMechanism = "auto";     ///< of IMAP; auto: see Net::LoginPlan
    QByteArray smtpAuthMechanism = "auto"; ///< likewise
    QByteArray provenMechanism;            ///< of the last IMAP login; empty: none. Only read
    QByteArray smtpProvenMechanism;        ///< likewise

    QByteArray status = "active"; ///< active, error, disabled
    QByteArray errorCode;         ///< empty: none
    QString errorMessage;
    std::optional<qint64> lastSyncAt; ///< end of the last successful pass, seconds
    int failures = 0;                 ///< in a row
    qint64 failingSinceMs = 0;
    int authFailures = 0;
    qint64 authFailingSinceMs = 0;
    qint64 nextAttemptAtMs = 0; ///< 0: at any time
    qint64 createdAt = 0;
    qint64 updatedAt = 0;

    friend bool operator==(const Account &, const Account &) = default;
};

/** The part of an account that its synchronisation changes. */
struct AccountHealth {
    QByteArray status = "active";
    QByteArray errorCode;
    QString errorMessage;
    int failures = 0;
    qint64 failingSinceMs = 0;
    int authFailures = 0;
    qint64 authFailingSinceMs = 0;
    qint64 nextAttemptAtMs = 0;

    friend bool operator==(const AccountHealth &, const AccountHealth &) = default;
};

/// The part of `account` that is its health.
AccountHealth healthOf(const Account &account);

/// Returns the id. Error::Conflict: same owner, host, port and username exists.
Result<qint64> insertAccount(Session &session, Account account);

Result<Account> accountById(Session &session, qint64 id,
                            const Viewer &viewer = {});                       ///< or NotFound
Result<QList<Account>> accounts(Session &session, const Viewer &viewer = {}); ///< by id

/**
 * Stores the fields that a user can change: everything down to `smtpAuthMechanism`. A partial
 * update is a read, a change and this call in one transaction. Status, health and lastSyncAt are
 * not changed. Pending changes for the mail server are dropped if the account's settings no longer
 * allow them (flagSync, deleteOnServer).
 */
Result<void> updateAccount(Session &session, const Account &account);

/// Replaces the reference of the refresh token. Conflict: the account does not have `oldRef` (any
/// more).
Result<void> replaceAccountSecret(Session &session, qint64 id, const QByteArray &oldRef,
                                  const QByteArray &newRef);

/// Stores `folders` and `folderRoles` only: used after folders changed at the server.
Result<void> setAccountFolders(Session &session, qint64 id, const QStringList &folders,
                               const FolderRoles &roles);

Result<void> setAccountHealth(Session &session, qint64 id, const AccountHealth &health);

/// The same for results of the synchronisation. NotFound: a user has disabled the account; a worker
/// that is stopping must not undo that.
Result<void> noteAccountHealth(Session &session, qint64 id, const AccountHealth &health);
/// Stores the mechanism of the last successful login. Does nothing if the server or password of the
/// account has changed meanwhile; an update of one of these also deletes the stored mechanism.
Result<void> noteMechanism(Session &session, const Account &account, const QByteArray &mechanism);
Result<void> noteSmtpMechanism(Session &session, const Account &account,
                               const QByteArray &mechanism);
Result<void> setAccountSynced(Session &session, qint64 id, qint64 lastSyncAt);

/// Hides the account and its mails from all users at once; purgeAccountBatch() removes the rows.
Result<void> markAccountDeleted(Session &session, qint64 id);
Result<QList<qint64>> accountsToPurge(Session &session);

/**
 * Removes at most `maxMails` mails of an account marked as deleted, in the caller's transaction.
 * The last batch also removes all other rows of the account and the account itself. True:
 * everything is removed.
 */
Result<bool> purgeAccountBatch(Session &session, qint64 id, int maxMails);

} // namespace Store
