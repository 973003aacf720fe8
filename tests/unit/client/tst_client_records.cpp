// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/records.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Client;
using namespace Qt::StringLiterals;

class TestRecords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsListedMails();
    void readsAccounts();
    void readsStats();
    void readsArrivals();
    void readsChanges();
    void takesNoGrantWithoutAToken();
    void readsNonsenseAsNothing();
};

namespace {

QJsonValue json(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object().value("data"_L1);
}

} // namespace

void TestRecords::readsListedMails()
{
    const QList<Mail> expected{ { .id = 7,
                                  .accountId = 2,
                                  .from = u"a@example.com"_s,
                                  .fromName = u"Anna"_s,
                                  .subject = u"Hello"_s,
                                  .preview = u"the text"_s,
                                  .folderRole = u"inbox"_s,
                                  .createdAt = 1780651800,
                                  .isRead = true } };
    QCOMPARE(mailsOf(json(R"({"data":{"items":[{"id":7,"accountId":2,"from":"a@example.com",
        "fromName":"Anna","subject":"Hello","summary":"the text","folderRole":"inbox",
        "createdAt":"2026-06-05T09:30:00Z","isRead":true}],"total":1}})")),
             expected);
}

void TestRecords::readsAccounts()
{
    const QList<Account> expected{ { .id = 1,
                                     .name = u"Work"_s,
                                     .email = u"me@example.com"_s,
                                     .status = u"error"_s,
                                     .mode = u"stopped"_s,
                                     .errorCode = u"auth_failed"_s,
                                     .errorMessage = u"No."_s,
                                     .notify = false,
                                     .unread = 3,
                                     .progress = SyncProgress{ 10, 40 } },
                                   { .id = 2 } };
    QCOMPARE(accountsOf(json(R"({"data":[{"id":1,"name":"Work","email":"me@example.com",
        "status":"error","mode":"stopped","errorCode":"auth_failed","errorMessage":"No.",
        "notify":false,"unreadCount":3,"syncProgress":{"phase":"list","done":10,"total":40}},
        {"id":2,"errorCode":null,"syncProgress":null}]})")),
             expected);
}

void TestRecords::readsStats()
{
    const Stats expected{ { { 1, 4 }, { 2, 0 } }, 4 };
    QCOMPARE(statsOf(json(R"({"data":{"items":[{"accountId":1,"unread":4},
        {"accountId":2,"unread":0}],"unread":4}})")),
             expected);
}

void TestRecords::readsArrivals()
{
    const Arrival arrival = arrivalOf(R"({"account_id":3,"mail_count":60,"mails":[{"id":9,
        "account_id":3,"from":"b@example.com","from_name":"Ben","subject":"S","preview":"p",
        "created_at":"2026-06-05T09:30:00Z","is_read":false}]})");
    QCOMPARE(arrival.accountId, 3);
    QCOMPARE(arrival.count, 60);
    const QList<Mail> mails{ { .id = 9,
                               .accountId = 3,
                               .from = u"b@example.com"_s,
                               .fromName = u"Ben"_s,
                               .subject = u"S"_s,
                               .preview = u"p"_s,
                               .createdAt = 1780651800 } };
    QCOMPARE(arrival.mails, mails);
}

void TestRecords::readsChanges()
{
    const Change read = changeOf(R"({"ids":[4,5],"changes":{"is_read":true}})");
    const QList<qint64> ids{ 4, 5 };
    QCOMPARE(read.ids, ids);
    QCOMPARE(read.isRead, std::optional(true));
    QCOMPARE(changeOf(R"({"ids":[4],"changes":{"body_state":"stored"}})").isRead,
             std::optional<bool>());
}

void TestRecords::takesNoGrantWithoutAToken()
{
    const Grant expected{ "abc", u"admin"_s, 1780651800 };
    QCOMPARE(grantOf(json(R"({"data":{"token":"abc","username":"admin",
        "expiresAt":"2026-06-05T09:30:00Z"}})")),
             std::optional(expected));
    QCOMPARE(grantOf(json(R"({"data":{"username":"admin"}})")), std::optional<Grant>());
}

void TestRecords::readsNonsenseAsNothing()
{
    QCOMPARE(arrivalOf("\xff\x00 no json").mails, QList<Mail>());
    QCOMPARE(changeOf("[]").ids, QList<qint64>());
    QCOMPARE(numberOf(R"({"n":"7"})", "n"_L1), 0);
    QCOMPARE(timeOf(R"({"t":"yesterday"})", "t"_L1), 0);
    QCOMPARE(statsOf(QJsonValue()), Stats());
}

QTEST_APPLESS_MAIN(TestRecords)
#include "tst_client_records.moc"
