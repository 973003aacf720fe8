// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/samples.h"

#include "common/timestamp.h"
#include "events/mailevents.h"
#include "events/sendevents.h"
#include "events/webhooknotices.h"
#include "webhooks/variables.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

const Events::About someone{ .accountId = 1, .email = QStringLiteral("you@example.com") };

Store::MailRow sampleMail(qint64 now)
{
    Store::MailRow mail;
    mail.id = 1;
    mail.accountId = 1;
    mail.createdAt = now;
    mail.sentAt = now;
    mail.size = 1024;
    mail.messageId = "<test@example.org>";
    mail.from = "anna@example.org";
    mail.fromName = "Anna";
    mail.toJson = R"(["you@example.com"])";
    mail.ccJson = "[]";
    mail.toCount = 1;
    mail.subject = "Test";
    mail.summary = "This is a test.";
    mail.folder = "INBOX";
    mail.folderRole = "inbox";
    return mail;
}

/// The event as it would be published.
Store::Event sampleEvent(const QByteArray &name)
{
    if (name == "mail.updated")
        return Events::mailUpdated(someone, { 1 },
                                   { .isRead = true,
                                     .isStarred = true,
                                     .onServer = true,
                                     .bodyState = Store::BodyState::Stored })
            .constFirst();
    if (name == "mail.deleted")
        return Events::mailDeleted(someone, { 1 }).constFirst();
    if (name == "mail.sent")
        return Events::mailSent(someone, { .id = 1 });
    if (name == "mail.failed")
        return Events::mailFailed(someone, { .id = 1 });
    if (name == "account.status_changed")
        return Events::accountStatusChanged(someone, "active");
    return Events::accountUpdated(someone); // other account events have the same fields
}

QByteArray noticeOf(const QByteArray &event)
{
    if (event == "mail.received")
        return sampleNotice(0);
    Json::Writer json;
    json.beginObject().key("event").value(event).key("timestamp").value(Timestamp::toIso(0));
    return json.key("data").raw(sampleEvent(event).data).endObject().take();
}

/// The value with all its strings replaced by `text`, and with empty lists if `isEmptied`.
QJsonValue filled(const QJsonValue &value, const QString &text, bool isEmptied)
{
    if (value.isString())
        return text;
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &one : value.toArray()) {
            if (!isEmptied)
                array.append(filled(one, text, isEmptied));
        }
        return array;
    }
    if (value.isObject()) {
        QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            it.value() = filled(it.value(), text, isEmptied);
        return object;
    }
    return value;
}

} // namespace

const QList<QByteArray> &knownEvents()
{
    static const QList<QByteArray> names = {
        "mail.received",   "mail.updated",    "mail.deleted",
        "mail.sent",       "mail.failed",     "account.created",
        "account.updated", "account.deleted", "account.status_changed",
    };
    return names;
}

QByteArray sampleNotice(qint64 now)
{
    Events::About about = someone;
    about.at = now;
    return Events::noticeOfMails(about, u"Example"_s, { sampleMail(now) }).payload;
}

QJsonObject sampleVariables(const QByteArray &event)
{
    return variables(noticeOf(event));
}

QList<QJsonObject> hostileVariables(const QByteArray &event)
{
    const QString hostile =
        u"\"'\\\n\r\t{{event}} }} </script>&\u2028\0😀"_s + QChar(0xd800) + u"x\\"_s + QChar(0xdc00);
    const QJsonObject sample = sampleVariables(event);
    QJsonObject none = filled(sample, {}, true).toObject();
    none.remove("data"_L1);
    return { sample, filled(sample, hostile, false).toObject(),
             filled(sample, hostile, true).toObject(), filled(sample, {}, true).toObject(), none };
}

} // namespace Webhooks
