// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QList>
#include <QString>

#include <optional>

/**
 * The data that the tray reads from the service's answers and events; missing fields keep defaults.
 */
namespace Client {

struct Mail {
    qint64 id = 0;
    qint64 accountId = 0;
    QString from;
    QString fromName;
    QString subject;
    QString preview;
    QString folderRole;   ///< empty in events
    qint64 createdAt = 0; ///< seconds
    bool isRead = false;

    bool operator==(const Mail &) const = default;
};

/** A mail with the data that a reply to it needs. */
struct MailText {
    Mail mail;
    QStringList replyTo;
    QString text; ///< if the mail has none: its preview

    bool operator==(const MailText &) const = default;
};

struct SyncProgress {
    qint64 done = 0;
    qint64 total = 0;

    bool operator==(const SyncProgress &) const = default;
};

struct Account {
    qint64 id = 0;
    QString name;
    QString email;
    QString status; ///< active, error, disabled
    QString mode;
    QString errorCode; ///< empty: none
    QString errorMessage;
    bool notify = true;
    qint64 unread = 0;
    std::optional<SyncProgress> progress;

    bool operator==(const Account &) const = default;
};

struct Counts {
    qint64 accountId = 0;
    qint64 unread = 0;

    bool operator==(const Counts &) const = default;
};

struct Stats {
    QList<Counts> accounts;
    qint64 unread = 0;

    bool operator==(const Stats &) const = default;
};

/** The answer to a login or pairing. */
struct Grant {
    QByteArray token;
    QString username;
    qint64 expiresAt = 0; ///< seconds

    bool operator==(const Grant &) const = default;
};

/** Data of mail.received. */
struct Arrival {
    qint64 accountId = 0;
    qint64 count = 0;  ///< of the transaction
    QList<Mail> mails; ///< its newest, at most 50
};

/** Data of mail.updated and mail.deleted. */
struct Change {
    QList<qint64> ids;
    std::optional<bool> isRead;
};

QList<Mail> mailsOf(const QJsonValue &page);       ///< `data` of GET /mails
Mail mailOf(const QJsonValue &detail);             ///< `data` of GET /mails/:id
MailText mailTextOf(const QJsonValue &detail);     ///< the same, with its text
QList<Account> accountsOf(const QJsonValue &list); ///< `data` of GET /accounts
Stats statsOf(const QJsonValue &data);             ///< `data` of GET /mails/stats
std::optional<Grant> grantOf(const QJsonValue &data);

Arrival arrivalOf(const QByteArray &eventData);
Change changeOf(const QByteArray &eventData);
qint64 numberOf(const QByteArray &eventData, QLatin1StringView name); ///< 0: not there
qint64 timeOf(const QByteArray &eventData, QLatin1StringView name);   ///< seconds, 0: not there

} // namespace Client
