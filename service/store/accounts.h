// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/viewer.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Store {

class Session;

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
    QByteArray security = "auto"; ///< auto, tls, starttls, none
    QByteArray authType = "password";
    QByteArray secretRef; ///< of the IMAP password or token; empty: none
    QString smtpHost;     ///< empty: none given
    int smtpPort = 0;     ///< 0: none given
    QByteArray smtpSecurity = "auto";
    QString smtpUsername; ///< empty: the IMAP one
    QByteArray smtpSecretRef;
    QString senderName;
    QByteArray syncMode = "all"; ///< all, recent, unread
    int syncDays = 30;           ///< with syncMode `recent`
    QStringList folders = { QStringLiteral("INBOX") };
    bool deleteOnServer = false;
    QByteArray onExpunge = "hide"; ///< hide, keep, delete
    QByteArray flagSync = "pull";  ///< off, pull, both
    bool appendSent = false;
    QByteArray tlsPin;         ///< SHA-256 of the server's key; empty: none
    QString proxyUrl;          ///< without its login; empty: none
    QByteArray proxySecretRef; ///< of `user:password` for the proxy; empty: none
    bool notify = true;

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
 * Writes what a person can change: everything down to `notify`. A partial update is a read, a change
 * and this in one transaction. Status, health and lastSyncAt are left alone. What waits to be told to
 * the server is forgotten where the account no longer wants that (flagSync, deleteOnServer).
 */
Result<void> updateAccount(Session &session, const Account &account);

Result<void> setAccountHealth(Session &session, qint64 id, const AccountHealth &health);

/// The same for what the synchronisation finds out. NotFound: a person disabled the account, which
/// a worker on its way out must not undo.
Result<void> noteAccountHealth(Session &session, qint64 id, const AccountHealth &health);
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
