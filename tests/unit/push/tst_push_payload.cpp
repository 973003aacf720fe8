// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/payload.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Push;

namespace {

Store::PushNotice noticeOf(qint64 count)
{
    Store::PushNotice notice;
    notice.id = 1;
    notice.accountId = 7;
    notice.accountEmail = u"me@example.org"_s;
    notice.mailCount = count;
    notice.mailId = 33;
    notice.from = u"ann@example.org"_s;
    notice.fromName = u"Ann"_s;
    notice.subject = u"Lunch?"_s;
    return notice;
}

QJsonObject read(const QByteArray &payload)
{
    return QJsonDocument::fromJson(payload).object();
}

QJsonObject shown(const QString &title, const QString &body)
{
    return { { u"title"_s, title }, { u"body"_s, body } };
}

} // namespace

class tst_push_payload : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hasWhatServiceWorkersExpect();
    void saysWhoWroteWhat_data();
    void saysWhoWroteWhat();
    void aDeletedMailHasNoLink();
    void staysBelowItsLimit_data();
    void staysBelowItsLimit();
    void cutsASubject();
    void testsHaveTheGivenText();
};

void tst_push_payload::hasWhatServiceWorkersExpect()
{
    QCOMPARE(payloadOf(noticeOf(1), Content::Full),
             QByteArray(R"({"title":"Ann","body":"Lunch?","icon":"/icons/icon-192x192.png",)"
                        R"("tag":"mail-7","data":{"event":"mail.received","account_id":7,)"
                        R"("account_email":"me@example.org","mail_count":1,"mail_id":33,)"
                        R"("url":"/mails/33"}})"));
}

void tst_push_payload::saysWhoWroteWhat_data()
{
    QTest::addColumn<Store::PushNotice>("notice");
    QTest::addColumn<bool>("isMinimal");
    QTest::addColumn<QJsonObject>("expected");
    Store::PushNotice nameless = noticeOf(1);
    nameless.fromName.clear();
    const QString account = u"me@example.org"_s;
    QTest::newRow("one") << noticeOf(1) << false << shown(u"Ann"_s, u"Lunch?"_s);
    QTest::newRow("without a name")
        << nameless << false << shown(u"ann@example.org"_s, u"Lunch?"_s);
    QTest::newRow("several") << noticeOf(3) << false << shown(u"3 new mails"_s, account);
    QTest::newRow("one, minimal") << noticeOf(1) << true << shown(u"New mail"_s, account);
    QTest::newRow("several, minimal") << noticeOf(3) << true << shown(u"3 new mails"_s, account);
}

void tst_push_payload::saysWhoWroteWhat()
{
    QFETCH(Store::PushNotice, notice);
    QFETCH(bool, isMinimal);
    QFETCH(QJsonObject, expected);
    const QJsonObject payload =
        read(payloadOf(notice, isMinimal ? Content::Minimal : Content::Full));
    QCOMPARE(shown(payload[u"title"].toString(), payload[u"body"].toString()), expected);
    QCOMPARE(payload[u"data"][u"mail_count"].toInteger(), notice.mailCount);
    QCOMPARE(payload[u"data"][u"url"].toString(), notice.mailCount == 1 ? u"/mails/33"_s : u"/"_s);
}

void tst_push_payload::aDeletedMailHasNoLink()
{
    Store::PushNotice notice = noticeOf(1);
    notice.mailId = 0;
    const QJsonObject data = read(payloadOf(notice, Content::Minimal))[u"data"].toObject();
    QVERIFY(data[u"mail_id"].isNull());
    QCOMPARE(data[u"url"].toString(), u"/"_s);
}

void tst_push_payload::staysBelowItsLimit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qsizetype>("limit");
    // A subject has 998 characters at most, so it takes a lower limit to cut ASCII.
    QTest::newRow("ASCII") << u"a"_s.repeated(100'000) << qsizetype(1000);
    QTest::newRow("three bytes each") << u"文"_s.repeated(5000) << qsizetype(3000);
    QTest::newRow("surrogate pairs") << u"a😀"_s.repeated(5000) << qsizetype(3000);
    QTest::newRow("escaped") << u"\u0001\"\\"_s.repeated(5000) << qsizetype(3000);
}

void tst_push_payload::staysBelowItsLimit()
{
    QFETCH(QString, text);
    QFETCH(qsizetype, limit);
    Store::PushNotice notice = noticeOf(1);
    notice.subject = text;
    notice.fromName = text;
    for (const qsizetype most : { limit, limit - 1, limit - 2 }) {
        const QByteArray payload = payloadOf(notice, Content::Full, most);
        QVERIFY(payload.size() <= most && payload.size() > most - 12);
        const QJsonObject object = read(payload);
        QVERIFY(object[u"body"].toString().endsWith(u'…'));
        QVERIFY(object[u"title"].toString().endsWith(u'…'));
        QString kept = object[u"body"].toString();
        kept.chop(1);
        QVERIFY(text.startsWith(kept));
        QVERIFY(kept.isValidUtf16());
    }
}

void tst_push_payload::cutsASubject()
{
    Store::PushNotice notice = noticeOf(1);
    notice.subject = u"a"_s.repeated(100'000);
    const QString body = read(payloadOf(notice, Content::Full))[u"body"].toString();
    QCOMPARE(body, u"a"_s.repeated(997) + u'…');
}

void tst_push_payload::testsHaveTheGivenText()
{
    const QJsonObject usual = read(payloadOf(TestNotice{}));
    QCOMPARE(usual[u"title"].toString(), u"Postrider"_s);
    QCOMPARE(usual[u"icon"].toString(), u"/icons/icon-192x192.png"_s);
    QVERIFY(!usual[u"body"].toString().isEmpty());
    QCOMPARE(usual[u"data"][u"event"].toString(), u"push.test"_s);
    const QJsonObject own = read(payloadOf(TestNotice{ u"A"_s, u"B"_s, u"/c.png"_s }));
    QCOMPARE(own[u"title"].toString() + own[u"body"].toString() + own[u"icon"].toString(),
             u"AB/c.png"_s);
}

QTEST_GUILESS_MAIN(tst_push_payload)
#include "tst_push_payload.moc"
