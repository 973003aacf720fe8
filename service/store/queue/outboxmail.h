// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Store {

/** A recipient and its delivery state. */
struct OutboxRecipient {
    enum class State { Pending, Accepted, Rejected };

    QByteArray address; ///< in the form for SMTP
    State state = State::Pending;
    int code = 0; ///< the server's last answer; 0: none yet
    QByteArray enhancedCode;
    QString response;

    friend bool operator==(const OutboxRecipient &, const OutboxRecipient &) = default;
};

/** A mail to be sent, without its message. */
struct OutboxMail {
    qint64 id = 0;
    qint64 accountId = 0;
    qint64 userId = 0;            ///< the user who sent it
    QByteArray status = "queued"; ///< queued, sending, sent, failed, unknown, cancelled
    bool isHandedOver = false;    ///< the final dot may have been sent
    bool wantsQueue = true;       ///< false: one attempt only
    bool needsUtf8 = false;       ///< SMTPUTF8
    QByteArray messageId;
    QByteArray sender; ///< of the envelope
    QList<OutboxRecipient> recipients;
    QStringList to; ///< as shown in the mail
    QString subject;
    qint64 size = 0;
    int attempts = 0;
    qint64 nextAttemptAtMs = 0; ///< 0 unless queued
    qint64 giveUpAtMs = 0;
    /// of the last attempt: unreachable, tls, secret, deferred, auth, rejected, unfit, or none
    QByteArray failure;
    QString lastError;
    int smtpCode = 0; ///< the deciding answer; 0: none
    QByteArray enhancedCode;
    QString response;
    qint64 mailId = 0;     ///< of the local copy; 0: none yet
    qint64 appendAtMs = 0; ///< when to append it to the server's folder of sent mails; 0: never
    int appendAttempts = 0;
    QByteArray copyState; ///< of that copy: pending, stored, failed; empty: no copy is made
    QString copyError;    ///< why it is not stored; empty: nothing is known
    qint64 createdAt = 0;
    std::optional<qint64> sentAt;
    std::optional<qint64> endedAt; ///< absent while something is still to be done
    QByteArray claimedBy;          ///< the run of the service that is sending it, or empty

    friend bool operator==(const OutboxMail &, const OutboxMail &) = default;
};

} // namespace Store
