// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/records.h"

#include "common/timestamp.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Client {

namespace {

QJsonObject objectOf(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

qint64 integer(const QJsonObject &object, QLatin1StringView name)
{
    return object.value(name).toInteger();
}

QString text(const QJsonObject &object, QLatin1StringView name)
{
    return object.value(name).toString();
}

qint64 time(const QJsonObject &object, QLatin1StringView name)
{
    return Timestamp::fromIso(text(object, name)).value_or(0);
}

Mail listedMail(const QJsonObject &json)
{
    return { .id = integer(json, "id"_L1),
             .accountId = integer(json, "accountId"_L1),
             .from = text(json, "from"_L1),
             .fromName = text(json, "fromName"_L1),
             .subject = text(json, "subject"_L1),
             .preview = text(json, "summary"_L1),
             .folderRole = text(json, "folderRole"_L1),
             .createdAt = time(json, "createdAt"_L1),
             .isRead = json.value("isRead"_L1).toBool() };
}

Mail mailOfEvent(const QJsonObject &json)
{
    return { .id = integer(json, "id"_L1),
             .accountId = integer(json, "account_id"_L1),
             .from = text(json, "from"_L1),
             .fromName = text(json, "from_name"_L1),
             .subject = text(json, "subject"_L1),
             .preview = text(json, "preview"_L1),
             .createdAt = time(json, "created_at"_L1),
             .isRead = json.value("is_read"_L1).toBool() };
}

Account account(const QJsonObject &json)
{
    Account account{ .id = integer(json, "id"_L1),
                     .name = text(json, "name"_L1),
                     .email = text(json, "email"_L1),
                     .status = text(json, "status"_L1),
                     .mode = text(json, "mode"_L1),
                     .errorCode = text(json, "errorCode"_L1),
                     .errorMessage = text(json, "errorMessage"_L1),
                     .notify = json.value("notify"_L1).toBool(true),
                     .unread = integer(json, "unreadCount"_L1) };
    const QJsonObject progress = json.value("syncProgress"_L1).toObject();
    if (!progress.isEmpty())
        account.progress = { integer(progress, "done"_L1), integer(progress, "total"_L1) };
    return account;
}

} // namespace

QList<Mail> mailsOf(const QJsonValue &page)
{
    QList<Mail> mails;
    for (const QJsonValue &item : page.toObject().value("items"_L1).toArray())
        mails.append(listedMail(item.toObject()));
    return mails;
}

Mail mailOf(const QJsonValue &detail)
{
    return listedMail(detail.toObject());
}

MailText mailTextOf(const QJsonValue &detail)
{
    const QJsonObject json = detail.toObject();
    MailText mail{ .mail = mailOf(detail), .replyTo = {}, .text = text(json, "textBody"_L1) };
    for (const QJsonValue &address : json.value("replyTo"_L1).toArray())
        mail.replyTo.append(address.toString());
    if (mail.text.isEmpty())
        mail.text = mail.mail.preview;
    return mail;
}

QList<Account> accountsOf(const QJsonValue &list)
{
    QList<Account> accounts;
    for (const QJsonValue &item : list.toArray())
        accounts.append(account(item.toObject()));
    return accounts;
}

Stats statsOf(const QJsonValue &data)
{
    Stats stats;
    for (const QJsonValue &item : data.toObject().value("items"_L1).toArray()) {
        const QJsonObject counts = item.toObject();
        stats.accounts.append({ integer(counts, "accountId"_L1), integer(counts, "unread"_L1) });
    }
    stats.unread = integer(data.toObject(), "unread"_L1);
    return stats;
}

std::optional<Grant> grantOf(const QJsonValue &data)
{
    const QJsonObject json = data.toObject();
    const Grant grant{ text(json, "token"_L1).toUtf8(), text(json, "username"_L1),
                       time(json, "expiresAt"_L1) };
    if (grant.token.isEmpty())
        return std::nullopt;
    return grant;
}

Arrival arrivalOf(const QByteArray &eventData)
{
    const QJsonObject json = objectOf(eventData);
    Arrival arrival{ integer(json, "account_id"_L1), integer(json, "mail_count"_L1), {} };
    for (const QJsonValue &mail : json.value("mails"_L1).toArray())
        arrival.mails.append(mailOfEvent(mail.toObject()));
    return arrival;
}

Change changeOf(const QByteArray &eventData)
{
    const QJsonObject json = objectOf(eventData);
    Change change;
    for (const QJsonValue &id : json.value("ids"_L1).toArray())
        change.ids.append(id.toInteger());
    const QJsonValue isRead = json.value("changes"_L1).toObject().value("is_read"_L1);
    if (isRead.isBool())
        change.isRead = isRead.toBool();
    return change;
}

qint64 numberOf(const QByteArray &eventData, QLatin1StringView name)
{
    return integer(objectOf(eventData), name);
}

qint64 timeOf(const QByteArray &eventData, QLatin1StringView name)
{
    return time(objectOf(eventData), name);
}

} // namespace Client
