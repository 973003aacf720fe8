// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/rest.h"
#include "support/answeringserver.h"
#include "support/patience.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <optional>

using namespace Client;
using namespace Qt::StringLiterals;

class TestRest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void sendsTokenAndBody();
    void sendsTheKeyOfWhatMayHappenOnceOnly();
    void givesTheDataOfTheEnvelope();
    void returnsTheReasonOfARefusal();
    void namesTheFieldsThatAreWrong();
    void waitsAsLongAsTheServerRequests();
    void saysThatATokenIsRefused();
    void keepsARefusedLoginApart();
    void takesNoOtherProgramForTheService_data();
    void takesNoOtherProgramForTheService();
    void reportsThatNothingListens();
    void calledBackOnlyWhileTheContextLives();
    void keepsThePathOfAServerBehindAProxy();

private:
    std::optional<Answer> m_answer;
    QNetworkAccessManager m_network;
    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<Rest> m_rest;
};

void TestRest::init()
{
    m_answer.reset();
    m_server = std::make_unique<AnsweringServer>();
    m_rest = std::make_unique<Rest>(m_network);
    m_rest->setServer(m_server->url());
}

void TestRest::cleanup()
{
    m_rest.reset();
    m_server.reset();
}

void TestRest::sendsTokenAndBody()
{
    m_rest->setToken("t0ken");
    m_rest->send("PUT", u"/mails/7/read"_s, { { u"isRead"_s, true } }, this, [](auto &) {});
    QTRY_COMPARE(m_server->requests.size(), 1);
    const auto &request = m_server->requests.first();
    QCOMPARE(request.method, "PUT");
    QCOMPARE(request.target, "/api/v1/mails/7/read");
    QCOMPARE(request.headers.value("authorization"), "Bearer t0ken");
    QCOMPARE(request.headers.value("content-type"), "application/json");
    QCOMPARE(request.body, R"({"isRead":true})");
}

void TestRest::sendsTheKeyOfWhatMayHappenOnceOnly()
{
    m_rest->sendOnce(u"/mails/send"_s, { { u"accountId"_s, 1 } }, "key-1", this, [](auto &) {});
    QTRY_COMPARE(m_server->requests.size(), 1);
    const auto &request = m_server->requests.first();
    QCOMPARE(request.method, "POST");
    QCOMPARE(request.target, "/api/v1/mails/send");
    QCOMPARE(request.headers.value("idempotency-key"), "key-1");
    QCOMPARE(request.body, R"({"accountId":1})");
}

void TestRest::givesTheDataOfTheEnvelope()
{
    m_rest->get(u"/mails"_s, QUrlQuery(u"pageSize=5"_s), this,
                [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    QCOMPARE(m_server->requests.first().target, "/api/v1/mails?pageSize=5");
    m_server->requests.first().answer(200, R"({"code":0,"data":{"total":3}})");
    QTRY_VERIFY(m_answer);
    QCOMPARE((*m_answer)->toObject().value("total"_L1).toInt(), 3);
}

void TestRest::returnsTheReasonOfARefusal()
{
    m_rest->get(u"/mails"_s, {}, this, [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(
        503, R"({"code":50304,"error":"overloaded","message":"Too much.","data":null})",
        "Retry-After: 7\r\n");
    QTRY_VERIFY(m_answer);
    const Failure expected{ Failure::Kind::Refused, 503, 50304, u"Too much."_s,
                            std::chrono::seconds(7) };
    QCOMPARE(m_answer->error(), expected);
    QVERIFY(m_answer->error().is(ApiError::Overloaded));
}

void TestRest::namesTheFieldsThatAreWrong()
{
    m_rest->send("POST", u"/accounts"_s, {}, this,
                 [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(400, R"({"code":40001,"message":"Wrong.","data":null,
        "details":[{"field":"password","reason":"enter it again"}]})");
    QTRY_VERIFY(m_answer);
    const QList<FieldProblem> expected{ { u"password"_s, u"enter it again"_s } };
    QCOMPARE(m_answer->error().details, expected);
    QVERIFY(m_answer->error().names(u"password"_s));
    QVERIFY(!m_answer->error().names(u"host"_s));
}

void TestRest::waitsAsLongAsTheServerRequests()
{
    m_rest->send(
        "POST", u"/accounts/folders"_s, {}, this,
        [this](const Answer &answer) { m_answer = answer; }, std::chrono::milliseconds(50));
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unreachable);
    QCOMPARE(m_answer->error().message, u"The service did not answer in time."_s);
}

void TestRest::saysThatATokenIsRefused()
{
    const QSignalSpy refused(m_rest.get(), &Rest::tokenRefused);
    m_rest->setToken("old");
    m_rest->get(u"/mails"_s, {}, this, [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_rest->setToken("new"); // before the answer comes
    m_server->requests.first().answer(401, R"({"code":40103,"message":"Expired."})");
    QTRY_VERIFY(m_answer);
    QCOMPARE(refused.size(), 1);
    QCOMPARE(refused.first().first().toByteArray(), "old");
}

void TestRest::keepsARefusedLoginApart()
{
    const QSignalSpy refused(m_rest.get(), &Rest::tokenRefused);
    m_rest->send("POST", u"/auth/login"_s, {}, this,
                 [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(401, R"({"code":40104,"message":"No."})");
    QTRY_VERIFY(m_answer);
    QVERIFY(m_answer->error().is(ApiError::BadCredentials));
    QCOMPARE(refused.size(), 0);
}

void TestRest::takesNoOtherProgramForTheService_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("a page") << 200 << QByteArray("<html>Welcome");
    QTest::newRow("json without an envelope") << 200 << QByteArray(R"({"status":"ok"})");
    QTest::newRow("a list") << 200 << QByteArray("[]");
    QTest::newRow("not found") << 404 << QByteArray("<h1>Not found");
    QTest::newRow("a redirect") << 302 << QByteArray();
    QTest::newRow("nothing") << 200 << QByteArray();
}

void TestRest::takesNoOtherProgramForTheService()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    m_rest->get(u"/health"_s, {}, this, [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(status, body, "Location: http://127.0.0.1:1/\r\n");
    QTRY_VERIFY(m_answer);
    QVERIFY(!m_answer->ok());
    QCOMPARE(m_answer->error().kind, Failure::Kind::NotOurs);
    QCOMPARE(m_server->requests.size(), 1);
}

void TestRest::reportsThatNothingListens()
{
    m_server->close();
    m_rest->get(u"/health"_s, {}, this, [this](const Answer &answer) { m_answer = answer; });
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unreachable);
    QCOMPARE(m_answer->error().status, 0);
    QVERIFY(!m_answer->error().message.isEmpty());
}

void TestRest::calledBackOnlyWhileTheContextLives()
{
    auto context = std::make_unique<QObject>();
    m_rest->get(u"/a"_s, {}, context.get(), [this](const Answer &answer) { m_answer = answer; });
    QTRY_COMPARE(m_server->requests.size(), 1);
    context.reset();
    std::optional<Answer> second;
    m_rest->get(u"/b"_s, {}, this, [&second](const Answer &answer) { second = answer; });
    QTRY_COMPARE(m_server->requests.size(), 2);
    for (const auto &request : m_server->requests)
        request.answer(200, R"({"code":0,"data":1})");
    QTRY_VERIFY(second);
    QVERIFY(!m_answer);
}

void TestRest::keepsThePathOfAServerBehindAProxy()
{
    m_rest->setServer(QUrl(u"https://user:secret@mail.example.com/post/?x=1#y"_s));
    QCOMPARE(m_rest->server(), QUrl(u"https://mail.example.com/post"_s));
    QCOMPARE(m_rest->request(u"/mails"_s).url(),
             QUrl(u"https://mail.example.com/post/api/v1/mails"_s));
}

QTEST_GUILESS_MAIN(TestRest)
#include "tst_client_rest.moc"
