// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/eventclient.h"
#include "client/provenaccess.h"
#include "client/rest.h"
#include "common/proof.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"
#include "support/patience.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>

using namespace Client;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/** The REST client and the event client over ProvenAccess, with a service that has the secret or not. */
class TestProvenAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void asksWhoHasProvedItself();
    void asksForAProofAtEachConnection();
    void neverUsesANonceTwice();
    void sendsNothingToAServerWithoutProof_data();
    void sendsNothingToAServerWithoutProof();
    void sendsNothingWhereTheServiceIsNotAwaited();
    void takesTheSecretAsItIsNow();
    void reportsThatNothingListens();
    void returnsTheReasonOfARefusal();
    void endsWithABrokenAnswer();
    void followsEvents();
    void triesAServerWithoutProofAgain();
    void leavesOtherServersAlone();

private:
    using Request = AnsweringServer::Request;
    Request next(qsizetype number);
    Request proven(qsizetype number);
    QByteArray proofFor(const Request &challenge, const QString &address = {}) const;
    void get();
    bool hasToldAnything() const;

    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<ProvenAccess> m_network;
    std::unique_ptr<Rest> m_rest;
    Identity m_identity;
    std::optional<Answer> m_answer;
};

namespace {

const QByteArray greeting = "event: connected\ndata: {\"last_event_id\":41}\n\n";

QByteArray envelope(const QByteArray &proof)
{
    return R"({"code":0,"data":{"proof":")" + proof + "\"}}";
}

} // namespace

void TestProvenAccess::init()
{
    m_answer.reset();
    m_server = std::make_unique<AnsweringServer>();
    m_identity = { m_server->url(), QByteArray(32, 's') };
    m_network = std::make_unique<ProvenAccess>();
    m_network->setIdentify([this] { return Result<Identity>(m_identity); });
    m_rest = std::make_unique<Rest>(*m_network);
    m_rest->setServer(m_server->url());
    m_rest->setToken("t0ken");
}

void TestProvenAccess::cleanup()
{
    m_rest.reset();
    m_network.reset();
    m_server.reset();
}

/// Waits for the request with this number.
AnsweringServer::Request TestProvenAccess::next(qsizetype number)
{
    [&] {
        QTRY_COMPARE(m_server->requests.size(), number);
    }();
    return m_server->requests.value(number - 1);
}

/// Answers the challenge with this number with the right proof, and returns the request that follows.
AnsweringServer::Request TestProvenAccess::proven(qsizetype number)
{
    const Request challenge = next(number);
    challenge.answer(200, envelope(proofFor(challenge)));
    return next(number + 1);
}

QByteArray TestProvenAccess::proofFor(const Request &challenge, const QString &address) const
{
    const QByteArray nonce =
        QJsonDocument::fromJson(challenge.body).object().value("nonce"_L1).toString().toLatin1();
    return Proof::toText(Proof::of(m_identity.secret,
                                   address.isEmpty() ? m_server->url().authority() : address,
                                   Proof::fromText(nonce, Proof::nonceBytes)));
}

void TestProvenAccess::get()
{
    m_answer.reset();
    m_rest->get(u"/mails"_s, QUrlQuery(u"pageSize=5"_s), this,
                [this](const Answer &answer) { m_answer = answer; });
}

bool TestProvenAccess::hasToldAnything() const
{
    return std::ranges::any_of(m_server->requests, [](const Request &request) {
        return request.target != "/api/v1/auth/proof" || request.headers.contains("authorization");
    });
}

void TestProvenAccess::asksWhoHasProvedItself()
{
    m_rest->send("PUT", u"/mails/7/read"_s, { { u"isRead"_s, true } }, this,
                 [this](const Answer &answer) { m_answer = answer; });
    const Request challenge = next(1);
    QCOMPARE(challenge.method, "POST");
    QVERIFY(!hasToldAnything());
    const Request request = proven(1);
    QCOMPARE(request.method, "PUT");
    QCOMPARE(request.target, "/api/v1/mails/7/read");
    QCOMPARE(request.headers.value("authorization"), "Bearer t0ken");
    QCOMPARE(request.headers.value("content-type"), "application/json");
    QCOMPARE(request.body, R"({"isRead":true})");
    QCOMPARE(request.socket, challenge.socket); // the connection that the proof came over
    request.answer(200, R"({"code":0,"data":{"total":3}})");
    QTRY_VERIFY(m_answer);
    QCOMPARE((*m_answer)->toObject().value("total"_L1).toInt(), 3);
}

void TestProvenAccess::asksForAProofAtEachConnection()
{
    for (const qsizetype number : { 1, 3, 5 }) {
        get();
        QCOMPARE(next(number).target, "/api/v1/auth/proof");
        const Request request = proven(number);
        QCOMPARE(request.target, "/api/v1/mails?pageSize=5");
        request.answer(200, R"({"code":0,"data":1})");
        QTRY_VERIFY(m_answer);
    }
}

void TestProvenAccess::neverUsesANonceTwice()
{
    get();
    const Request first = next(1);
    const QByteArray known = proofFor(first);
    first.close();
    QTRY_VERIFY(m_answer);
    get();
    const Request second = next(2);
    QVERIFY(second.body != first.body);
    second.answer(200, envelope(known)); // as an attacker who has recorded an earlier proof
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unproven);
    QVERIFY(!hasToldAnything());
}

void TestProvenAccess::sendsNothingToAServerWithoutProof_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("a guess") << 200 << envelope(QByteArray(43, 'A'));
    QTest::newRow("no guess") << 200 << envelope({});
    QTest::newRow("just yes") << 200 << QByteArray(R"({"code":0,"data":{}})");
    QTest::newRow("an older service")
        << 404 << QByteArray(R"({"code":40400,"message":"This path does not exist."})");
    QTest::newRow("a page") << 200 << QByteArray("<html>Welcome");
    QTest::newRow("nothing") << 200 << QByteArray();
    QTest::newRow("a giant") << 200 << envelope(QByteArray(100'000, 'A'));
    QTest::newRow("the proof of a relay") << 200 << QByteArray("relay");
    QTest::newRow("the right one as a failure") << 500 << QByteArray("right");
}

void TestProvenAccess::sendsNothingToAServerWithoutProof()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    get();
    const Request challenge = next(1);
    if (body == "relay")
        body = envelope(proofFor(challenge, u"127.0.0.1:1"_s));
    else if (body == "right")
        body = envelope(proofFor(challenge));
    challenge.answer(status, body);
    QTRY_VERIFY(m_answer);
    const Failure expected{
        Failure::Kind::Unproven,
        0,
        0,
        u"The program at this address could not prove that it is your service."_s,
        {}
    };
    QCOMPARE(m_answer->error(), expected);
    QTRY_VERIFY(challenge.isClosed());
    QCOMPARE(m_server->requests.size(), 1);
    QVERIFY(!hasToldAnything());
}

void TestProvenAccess::sendsNothingWhereTheServiceIsNotAwaited()
{
    m_identity.url = QUrl(u"http://127.0.0.1:1"_s); // the service has another address now
    get();
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unreachable);
    m_network->setIdentify([] {
        return Result<Identity>(Error{ Error::Code::NotFound, u"Gone."_s });
    });
    get();
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().message, u"Gone."_s);
    QVERIFY(m_server->requests.isEmpty());
}

void TestProvenAccess::takesTheSecretAsItIsNow()
{
    get();
    proven(1).answer(200, R"({"code":0,"data":1})");
    QTRY_VERIFY(m_answer);
    const QByteArray former = std::exchange(m_identity.secret, QByteArray(32, 't'));
    get();
    QCOMPARE(proven(3).target, "/api/v1/mails?pageSize=5");
    get();
    const Request challenge = next(5);
    m_identity.secret = former; // as the former run of the service would answer
    challenge.answer(200, envelope(proofFor(challenge)));
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unproven);
    QCOMPARE(m_server->requests.size(), 5);
}

void TestProvenAccess::reportsThatNothingListens()
{
    m_server->close();
    get();
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unreachable);
    QVERIFY(!m_answer->error().message.isEmpty());
}

void TestProvenAccess::returnsTheReasonOfARefusal()
{
    get();
    proven(1).answer(503, R"({"code":50304,"message":"Too much.","data":null})",
                     "Retry-After: 7\r\n");
    QTRY_VERIFY(m_answer);
    const Failure expected{ Failure::Kind::Refused, 503, 50304, u"Too much."_s, 7s };
    QCOMPARE(m_answer->error(), expected);
}

void TestProvenAccess::endsWithABrokenAnswer()
{
    get();
    const Request cut = proven(1);
    cut.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"code\":0");
    cut.close();
    QTRY_VERIFY(m_answer);
    QVERIFY(!m_answer->ok());
    get();
    proven(3).send("hello\r\n\r\n");
    QTRY_VERIFY(m_answer);
    QCOMPARE(m_answer->error().kind, Failure::Kind::Unreachable);
}

void TestProvenAccess::followsEvents()
{
    ManualAlarms alarms;
    EventClient events(*m_rest, *m_network, alarms);
    events.start();
    const Request stream = proven(1);
    QCOMPARE(stream.headers.value("authorization"), "Bearer t0ken");
    stream.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + greeting);
    QTRY_COMPARE(events.state(), EventClient::State::Online);
    stream.send("id: 42\nevent: heartbeat\ndata: {}\n\n");
    QTRY_COMPARE(events.lastId(), "42");
    stream.close();
    QTRY_COMPARE(events.state(), EventClient::State::Waiting);
    alarms.advance(2s);
    QCOMPARE(proven(3).headers.value("last-event-id"), "42");
}

void TestProvenAccess::triesAServerWithoutProofAgain()
{
    ManualAlarms alarms;
    EventClient events(*m_rest, *m_network, alarms);
    events.start();
    next(1).answer(200, envelope("no"));
    QTRY_COMPARE(events.state(), EventClient::State::Waiting);
    QVERIFY(!hasToldAnything());
    alarms.advance(2s);
    proven(2).send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + greeting);
    QTRY_COMPARE(events.state(), EventClient::State::Online);
}

void TestProvenAccess::leavesOtherServersAlone()
{
    m_network->setIdentify({});
    get();
    QCOMPARE(next(1).target, "/api/v1/mails?pageSize=5");
    m_server->requests.first().answer(200, R"({"code":0,"data":1})");
    QTRY_VERIFY(m_answer);
    QVERIFY(m_answer->ok());
}

QTEST_GUILESS_MAIN(TestProvenAccess)
#include "tst_client_provenaccess.moc"
