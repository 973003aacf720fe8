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

/** A mailbox account as it is stored. What runs right now (mode, progress) is not. */
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
    FolderRoles folderRoles; ///< a role that is not in it: as the server or the names say
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
    qint64 nextAttemptAtMs = 0; ///< 0: when it likes
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
 * Writes what a person can change: everything down to `smtpAuthMechanism`. A partial update is a read, a change
 * and this in one transaction. Status, health and lastSyncAt are left alone. What waits to be told to
 * the server is forgotten where the account no longer wants that (flagSync, deleteOnServer).
 */
Result<void> updateAccount(Session &session, const Account &account);

/// Names another refresh token. Conflict: the account does not name `oldRef` (any more).
Result<void> replaceAccountSecret(Session &session, qint64 id, const QByteArray &oldRef,
                                  const QByteArray &newRef);

/// Writes `folders` and `folderRoles` alone: what follows from changes at the server.
Result<void> setAccountFolders(Session &session, qint64 id, const QStringList &folders,
                               const FolderRoles &roles);

Result<void> setAccountHealth(Session &session, qint64 id, const AccountHealth &health);

/// The same for what the synchronisation finds out. NotFound: a person disabled the account, which
/// a worker on its way out must not undo.
Result<void> noteAccountHealth(Session &session, qint64 id, const AccountHealth &health);
/// Which mechanism the last login worked with. Nothing happens where the account names another server
/// or password meanwhile; an update to one of these forgets it.
Result<void> noteMechanism(Session &session, const Account &account, const QByteArray &mechanism);
Result<void> noteSmtpMechanism(Session &session, const Account &account,
                               const QByteArray &mechanism);
Result<void> setAccountSynced(Session &session, qint64 id, qint64 lastSyncAt);

/// From now on nobody sees the account or its mails; the rows go with purgeAccountBatch().
Result<void> markAccountDeleted(Session &session, qint64 id);
Result<QList<qint64>> accountsToPurge(Session &session);

/**
 * Removes at most `maxMails` mails of an account marked as deleted, in the caller's transaction;
 * with the last ones also all that hangs on the account and the account itself. True: all gone.
 */
Result<bool> purgeAccountBatch(Session &session, qint64 id, int maxMails);

} // namespace Store
