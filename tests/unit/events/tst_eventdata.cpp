// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/accountevents.h"
#include "events/mailevents.h"
#include "events/sendevents.h"
#include "events/streamevents.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <numeric>

using namespace Qt::StringLiterals;
using namespace Events;

Q_DECLARE_METATYPE(Store::Event)

class TestEventData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void haveTheShapesOfTheInterface_data();
    void haveTheShapesOfTheInterface();
    void namesTheFiftyNewestMails();
    void cutsWhatSendersMakeLong();
    void staysBelowTheBound_data();
    void staysBelowTheBound();
    void splitsManyIds();
    void boundsWhatServersSay();
    void belongToTheAccountAndItsOwner();
};

namespace {

constexpr qint64 now = 1'780'651'800; // 2026-06-05T09:30:00Z

const About about{ 3, u"a@example.org"_s, now, 9 };

Store::MailRow mail()
{
    Store::MailRow row;
    row.id = 77;
    row.accountId = 3;
    row.messageId = "<1@x>";
    row.folder = "INBOX";
    row.from = "b@example.org";
    row.fromName = "B \"b\"";
    row.toJson = R"(["a@example.org"])";
    row.ccJson = "[]";
    row.toCount = 1;
    row.subject = "Grüße";
    row.summary = "Hi";
    row.createdAt = now;
    row.size = 12;
    return row;
}

/// A row of the greatest size: 5,000 addresses and 256 KiB in each field.
Store::MailRow longMail(QChar filler)
{
    const QByteArray text = QString(256 * 1024, filler).toUtf8();
    Json::Writer addresses;
    addresses.beginArray();
    for (int i = 0; i < 5000; ++i)
        addresses.value(QString(30, filler) + QString::number(i));
    Store::MailRow row = mail();
    row.toJson = row.ccJson = addresses.endArray().take();
    row.toCount = row.ccCount = 5000;
    row.messageId = row.from = row.fromName = row.subject = text;
    row.summary = QString(150, filler).toUtf8();
    row.folder = QString(1000, filler).toUtf8();
    return row;
}

QJsonObject dataOf(const Store::Event &event)
{
    return QJsonDocument::fromJson(event.data).object();
}

QByteArray head(const QByteArray &rest)
{
    return R"({"account_id":3,"account_email":"a@example.org",)" + rest
        + R"("timestamp":"2026-06-05T09:30:00Z"})";
}

} // namespace

void TestEventData::haveTheShapesOfTheInterface_data()
{
    QTest::addColumn<Store::Event>("event");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<bool>("durable");
    const auto row = [](const Store::Event &event, const char *name, const QByteArray &data,
                        bool durable) {
        QTest::addRow("%s %s", name, data.constData())
            << event << QByteArray(name) << data << durable;
    };
    row(mailReceived(about, { mail() }), "mail.received",
        head(R"("mail_count":1,"mails":[{"id":77,"account_id":3,"message_id":"<1@x>",)"
             R"("folder":"INBOX","from":"b@example.org","from_name":"B \"b\"",)"
             R"("to":["a@example.org"],"to_count":1,"cc":[],"cc_count":0,)"
             R"("subject":"Grüße","preview":"Hi",)"
             R"("sent_at":null,"created_at":"2026-06-05T09:30:00Z","is_read":false,)"
             R"("has_attachment":false,"size":12}],)"),
        true);
    row(mailSynced(about, { 2, 3, 40 }), "mail.synced",
        head(R"("new_count":2,"updated_count":3,"duration_ms":40,)"), false);
    row(mailUpdated(about, { 4, 5 }, { true, false, {}, {} }).constFirst(), "mail.updated",
        head(R"("ids":[4,5],"changes":{"is_read":true,"is_starred":false},)"), true);
    row(mailUpdated(about, { 4, 5 }, { {}, {}, false, Store::BodyState::OnDemand }, false)
            .constFirst(),
        "mail.updated",
        head(R"("ids":[4,5],"changes":{"on_server":false,"body_state":"on_demand"},)"), false);
    const MailChanges moved{ .isRead = true,
                             .isStarred = {},
                             .onServer = true,
                             .bodyState = {},
                             .folder = "Work/2026"_ba,
                             .folderRole = {} };
    row(mailUpdated(about, { 4 }, moved).constFirst(), "mail.updated",
        head(R"("ids":[4],"changes":{"is_read":true,"on_server":true,"folder":"Work/2026",)"
             R"("folder_role":null},)"),
        true);
    row(mailDeleted(about, { 4, 5 }).constFirst(), "mail.deleted", head(R"("ids":[4,5],)"), true);
    row(statsUpdated(about), "stats.updated", head(""), false);
    row(accountCreated(about), "account.created", head(""), true);
    row(accountUpdated(about), "account.updated", head(""), true);
    row(accountDeleted(about), "account.deleted", head(""), true);
    row(accountStatusChanged(about, "error"), "account.status_changed",
        head(R"("status":"error",)"), true);
    row(accountHealth(about, "active", {}, {}), "account.health",
        head(R"("status":"active","error":null,"error_code":null,)"), false);
    row(accountHealth(about, "error", u"No \"entry\"."_s, "auth_failed"), "account.health",
        head(R"("status":"error","error":"No \"entry\".","error_code":"auth_failed",)"), false);
    row(syncProgressed(about, { "bodies", 1500, 50000, 700 }), "account.sync_progress",
        head(R"("phase":"bodies","done":1500,"total":50000,"rate_per_second":700,)"), false);
    row(accountModeChanged(about, "idle"), "account.mode_changed", head(R"("mode":"idle",)"),
        false);
    row(syncStarted(about), "account.sync_started", head(""), false);
    row(syncFailed(about, u"No."_s, "auth_failed"), "account.sync_error",
        head(R"("error":"No.","error_code":"auth_failed",)"), false);
    row(syncDone(about, { 2, 3, 40 }), "account.sync_done",
        head(R"("new_count":2,"updated_count":3,"duration_ms":40,)"), false);
    row(connected({ "c1", now, 2, 41 }), "connected",
        R"({"client_id":"c1","server_time":"2026-06-05T09:30:00Z","online_count":2,)"
        R"("last_event_id":41})",
        false);
    row(heartbeat(now), "heartbeat", R"({"time":"2026-06-05T09:30:00Z"})", false);
    row(resync("overflow"), "resync", R"({"reason":"overflow"})", false);
}

void TestEventData::haveTheShapesOfTheInterface()
{
    QFETCH(Store::Event, event);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, data);
    QFETCH(bool, durable);
    QCOMPARE(event.name, name);
    QCOMPARE(event.data, data);
    QCOMPARE(event.durable, durable);
    QVERIFY(QJsonDocument::fromJson(event.data).isObject());
}

void TestEventData::namesTheFiftyNewestMails()
{
    QList<Store::MailRow> mails(200, mail());
    for (qint64 i = 0; i < 200; ++i)
        mails[i].id = i + 1;
    const Store::Event event = mailReceived(about, mails);
    const QJsonObject data = QJsonDocument::fromJson(event.data).object();
    const QJsonArray named = data.value(u"mails"_s).toArray();
    QCOMPARE(named.size(), 50);
    QCOMPARE(named.first().toObject().value(u"id"_s).toInt(), 200);
    QCOMPARE(data.value(u"mail_count"_s).toInt(), 200);
}

void TestEventData::cutsWhatSendersMakeLong()
{
    const QJsonObject data = dataOf(mailReceived(about, { longMail(u'x') }));
    const QJsonObject mail = data.value(u"mails"_s)[0].toObject();
    QCOMPARE(mail.value(u"subject"_s).toString(), QString(997, u'x') + u"…"_s);
    QCOMPARE(mail.value(u"from_name"_s).toString(), QString(255, u'x') + u"…"_s);
    QCOMPARE(mail.value(u"from"_s).toString().size(), 320);
    QCOMPARE(mail.value(u"message_id"_s).toString().size(), 998);
    QCOMPARE(mail.value(u"to"_s).toArray().size(), 20);
    QCOMPARE(mail.value(u"to_count"_s).toInt(), 5000);
    QCOMPARE(mail.value(u"cc"_s).toArray().size(), 20);
    QCOMPARE(mail.value(u"cc_count"_s).toInt(), 5000);
}

void TestEventData::staysBelowTheBound_data()
{
    QTest::addColumn<QChar>("filler");
    QTest::addColumn<int>("named"); ///< at least so many of 50 mails
    QTest::newRow("letters") << QChar(u'x') << 10;
    QTest::newRow("three bytes each") << QChar(u'会') << 4;
    QTest::newRow("six bytes each in JSON") << QChar(1) << 1;
}

void TestEventData::staysBelowTheBound()
{
    QFETCH(QChar, filler);
    QFETCH(int, named);
    const Store::Event event = mailReceived(about, QList<Store::MailRow>(50, longMail(filler)));
    QVERIFY2(event.data.size() < 64 * 1024, QByteArray::number(event.data.size()).constData());
    const QJsonObject data = dataOf(event);
    QCOMPARE(data.value(u"mail_count"_s).toInt(), 50);
    QVERIFY(data.value(u"mails"_s).toArray().size() >= named);
}

void TestEventData::splitsManyIds()
{
    QList<qint64> ids(100'000);
    std::iota(ids.begin(), ids.end(), 9'000'000'000'000'000);
    const QList<Store::Event> deleted = mailDeleted(about, ids);
    const QList<Store::Event> updated = mailUpdated(about, ids, { .isRead = true });
    for (const QList<Store::Event> &events : { deleted, updated }) {
        qint64 next = ids.first();
        for (const Store::Event &event : events) {
            QVERIFY(event.data.size() < 64 * 1024);
            for (const QJsonValue &id : dataOf(event).value(u"ids"_s).toArray())
                QCOMPARE(id.toInteger(), next++);
        }
        QCOMPARE(next, ids.last() + 1);
    }
    QCOMPARE(dataOf(updated.last()).value(u"changes"_s)[u"is_read"_s], QJsonValue(true));
    QVERIFY(mailDeleted(about, {}).isEmpty());
}

void TestEventData::boundsWhatServersSay()
{
    const QString story(64 * 1024, u'x');
    Store::OutboxMail mail{ .lastError = story };
    for (int i = 0; i < 100; ++i) {
        mail.to.append(u"%1@"_s.arg(i) + QString(2000, u'y'));
        mail.recipients.append(
            { .address = QByteArray(2000, 'z'), .state = Store::OutboxRecipient::State::Rejected });
    }
    const Store::Event sent = mailSent(about, mail);
    QCOMPARE(dataOf(sent).value(u"to"_s).toArray().size(), 20);
    QCOMPARE(dataOf(sent).value(u"to_count"_s).toInt(), 100);
    QCOMPARE(dataOf(sent).value(u"rejected_count"_s).toInt(), 100);
    for (const Store::Event &event :
         { sent, mailFailed(about, mail), accountHealth(about, "error", story, "server_error"),
           syncFailed(about, story, "server_error") })
        QVERIFY2(event.data.size() < 20 * 1024, event.name.constData());
}

void TestEventData::belongToTheAccountAndItsOwner()
{
    const Store::Event event = mailDeleted(about, { 1 }).constFirst();
    QCOMPARE(event.accountId, 3);
    QCOMPARE(event.ownerId, 9);
    QCOMPARE(event.userId, 0);
}

QTEST_GUILESS_MAIN(TestEventData)
#include "tst_eventdata.moc"
