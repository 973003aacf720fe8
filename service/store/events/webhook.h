// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace Store {

/** Selects the mails that a webhook is called for; an empty filter accepts every mail. */
struct WebhookFilters {
    QList<qint64> accountIds;
    QStringList from;    ///< one of these in the sender's name or address
    QStringList subject; ///< one of these in the subject

    friend bool operator==(const WebhookFilters &, const WebhookFilters &) = default;
};

/** A header of a webhook's calls. */
struct WebhookHeader {
    QByteArray name;
    std::optional<QByteArray> value; ///< nothing: the value is stored in the secret

    friend bool operator==(const WebhookHeader &, const WebhookHeader &) = default;
};

/** A webhook of a user: a URL called on events, and the results of the last calls. */
struct Webhook {
    qint64 id = 0;
    qint64 userId = 0;
    QString name;
    QString url;
    QList<WebhookHeader> headers;
    QByteArray secretRef; ///< of JSON {secret, headers}; empty: none
    bool hasSecret = false;
    std::optional<QString> bodyTemplate; ///< nothing: the default body
    bool enabled = true;
    QList<QByteArray> events = { "mail.received" };
    QByteArray mode = "sync"; ///< one call for a pass, or `mail`: for each mail
    WebhookFilters filters;

    QByteArray lastStatus; ///< empty, success, error
    std::optional<int> lastStatusCode;
    std::optional<qint64> lastTriggerAt;
    std::optional<QString> errorMessage;
    int consecutiveFailures = 0;
    qint64 failingSince = 0;   ///< seconds; 0: the last call was fine
    QByteArray disabledReason; ///< empty, gone, failing
    qint64 pausedUntilMs = 0;
    qint64 createdAt = 0;
    qint64 updatedAt = 0;

    friend bool operator==(const Webhook &, const Webhook &) = default;
};

/** The content of webhook calls. */
struct WebhookNotice {
    qint64 accountId = 0; ///< deleted together with this account; 0: not bound to an account
    QByteArray event;
    QByteArray payload; ///< JSON {event, timestamp, data}
    qint64 mailId = 0;  ///< the newest mail in the notice; 0: none
    QString mailSubject;
    QString mailFrom;
    qint64 createdAt = 0;
    QString accountName{}; ///< the current name, null without an account; not stored

    friend bool operator==(const WebhookNotice &, const WebhookNotice &) = default;
};

/** A queued webhook call, leased to the caller. */
struct WebhookCall {
    qint64 id = 0;
    qint64 noticeId = 0;
    QByteArray callId; ///< the same for each attempt
    int attempts = 0;  ///< attempts so far

    friend bool operator==(const WebhookCall &, const WebhookCall &) = default;
};

/** A log entry of one attempt, shown to users. */
struct WebhookLog {
    qint64 id = 0;
    qint64 webhookId = 0;
    qint64 accountId = 0;
    QByteArray callId;
    QByteArray event;
    QString mailSubject;
    QString mailFrom;
    int statusCode = 0; ///< 0: no answer
    std::optional<QString> errorMessage;
    int attempt = 1;
    qint64 durationMs = 0;
    bool isTest = false;
    bool willRetry = false;
    qint64 createdAt = 0;

    friend bool operator==(const WebhookLog &, const WebhookLog &) = default;
};

} // namespace Store
