// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/server.h"
#include "serverfixture.h"
#include "support/patience.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <mutex>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Http::Reply;
using Http::Request;
using Http::Response;

namespace {

/** Keeps replies until the test answers them. */
class Shelf
{
public:
    void put(const Reply &reply)
    {
        const std::lock_guard lock(m_mutex);
        m_replies.push_back(reply);
    }
    std::vector<Reply> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_replies, {});
    }
    size_t size()
    {
        const std::lock_guard lock(m_mutex);
        return m_replies.size();
    }

private:
    std::mutex m_mutex;
    std::vector<Reply> m_replies;
};

void ping(const Request &, const Reply &reply)
{
    reply.send(Response::data("\"pong\""));
}

void echo(const Request &request, const Reply &reply)
{
    reply.send(Response::bytes("text/plain", request.body));
}

} // namespace

class TestServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersWithEnvelopeAndHeaders();
    void answersFailuresWithTheRequestId();
    void answersHeadWithoutBody();
    void keepsConnections();
    void closesWhenAsked();
    void refusesBrokenHttpAndCloses_data();
    void refusesBrokenHttpAndCloses();
    void closesAfterARequestThatQtReadsDifferently();
    void refusesLargeBodiesByRoute();
    void letsTheClientReadARefusalWhileItSends();
    void staysUsableAfterARefusalWithABody();
    void answersExpectations();
    void timesOutSlowHeads();
    void timesOutSlowBodies();
    void closesIdleConnections();
    void answersPipelinedRequestsInOrder();
    void boundsWhatAClientSendsAhead();
    void servesOthersBetweenTheRequestsOfOne();
    void outlivesClientsThatLeaveBeforeTheirAnswer();
    void answersOthersWhileOneWaits();
    void countsOnlyTheFirstAnswer();
    void answers500WhenAReplyIsDropped();
    void givesHandlersAllOfTheRequest();
    void namesTheClientBehindTrustedProxies();
    void refusesConnectionsAboveTheLimit();
    void tellsAllowedOriginsThatTheyMayRead();
    void cleansHeaderValues();
    void stopsWithTheAnswersThatRun();
    void stopsAtTheDeadline();
    void dropsAnswersAfterItsEnd();
};

void TestServer::answersWithEnvelopeAndHeaders()
{
    ServerFixture fixture;
    fixture.add("GET", "/ping", ping);
    fixture.add("POST", "/make", [](const Request &, const Reply &reply) {
        reply.send(Response::data("{\"id\":1}", "created", 201));
    });
    Client client(fixture.listen());
    const auto answer = client.call("GET", "/ping");
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.body, QByteArray("{\"code\":0,\"data\":\"pong\"}"));
    QCOMPARE(answer.headers.value("content-type"), QByteArray("application/json; charset=utf-8"));
    QCOMPARE(answer.headers.value("cache-control"), QByteArray("no-store"));
    QCOMPARE(answer.headers.value("x-content-type-options"), QByteArray("nosniff"));
    QCOMPARE(answer.headers.value("x-frame-options"), QByteArray("DENY"));
    QCOMPARE(answer.headers.value("referrer-policy"), QByteArray("no-referrer"));
    QCOMPARE(answer.headers.value("cross-origin-resource-policy"), QByteArray("same-origin"));
    QVERIFY(answer.headers.value("content-security-policy").startsWith("default-src 'none'"));
    QVERIFY(answer.headers.value("date").endsWith(" GMT"));
    QCOMPARE(answer.headers.value("x-request-id").size(), 16);
    QVERIFY(!answer.headers.contains("access-control-allow-origin"));
    QVERIFY(!answer.headers.contains("strict-transport-security"));

    const auto made = client.call("POST", "/make");
    QCOMPARE(made.status, 201);
    QCOMPARE(made.body, QByteArray("{\"code\":0,\"data\":{\"id\":1},\"message\":\"created\"}"));
    QVERIFY(made.headers.value("x-request-id") != answer.headers.value("x-request-id"));
}

void TestServer::answersFailuresWithTheRequestId()
{
    ServerFixture fixture;
    fixture.add("GET", "/mail", [](const Request &, const Reply &reply) {
        reply.fail({ ApiError::ValidationFailed, {}, { { u"to[0]"_s, u"is \"odd\""_s } } });
    });
    fixture.add("GET", "/busy", [](const Request &, const Reply &reply) {
        reply.fail({ ApiError::Overloaded, u"Later."_s, {}, 7 });
    });
    fixture.add("GET", "/private", ping, {});
    Client client(fixture.listen());
    const auto invalid = client.call("GET", "/mail");
    QCOMPARE(invalid.status, 400);
    QCOMPARE(invalid.code(), 40001);
    QCOMPARE(invalid.json().value("error"_L1), u"validation_failed"_s);
    QVERIFY(invalid.json().value("data"_L1).isNull());
    QCOMPARE(invalid.json().value("details"_L1)[0]["reason"_L1], u"is \"odd\""_s);
    QCOMPARE(invalid.json().value("requestId"_L1).toString().toLatin1(),
             invalid.headers.value("x-request-id"));

    const auto busy = client.call("GET", "/busy");
    QCOMPARE(busy.status, 503);
    QCOMPARE(busy.json().value("message"_L1), u"Later."_s);
    QCOMPARE(busy.headers.value("retry-after"), QByteArray("7"));
    QVERIFY(!busy.json().contains("details"_L1));

    QCOMPARE(client.call("GET", "/nothing").code(), 40400);
    const auto wrong = client.call("PUT", "/mail");
    QCOMPARE(wrong.code(), 40500);
    QCOMPARE(wrong.headers.value("allow"), QByteArray("GET, HEAD"));
    const auto closed = client.call("GET", "/private");
    QCOMPARE(closed.code(), 40101);
    QCOMPARE(closed.headers.value("www-authenticate"), QByteArray("Bearer"));
    QCOMPARE(client.call("GET", "/private", "Authorization: Bearer user-1\r\n").code(), 0);
    client.send("GET /mail HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    QCOMPARE(client.answer().code(), 42100);
}

void TestServer::answersHeadWithoutBody()
{
    ServerFixture fixture;
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    const auto head = client.call("HEAD", "/ping");
    QCOMPARE(head.status, 200);
    QCOMPARE(head.headers.value("content-length"), QByteArray("24"));
    QCOMPARE(client.call("GET", "/ping").body.size(), 24);
}

void TestServer::keepsConnections()
{
    ServerFixture fixture;
    fixture.add("POST", "/echo", echo);
    Client client(fixture.listen());
    for (int i = 0; i < 20; ++i) {
        const QByteArray body(i * 1000, 'x');
        QCOMPARE(client.post("/echo", body).body, body);
    }
}

void TestServer::closesWhenAsked()
{
    ServerFixture fixture;
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    Client client(port);
    QCOMPARE(client.call("GET", "/ping", "Connection: close\r\n").headers.value("connection"),
             QByteArray("close"));
    QVERIFY(client.waitForClosed());
    Client old(port);
    old.send("GET /ping HTTP/1.0\r\nHost: localhost\r\n\r\n");
    QCOMPARE(old.answer().status, 200);
    QVERIFY(old.waitForClosed());
}

void TestServer::refusesBrokenHttpAndCloses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    const QByteArray post = "POST /echo HTTP/1.1\r\nHost: localhost\r\n";
    QTest::newRow("smuggling") << post
            + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
              "0\r\n\r\nGET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n"
                               << 40000;
    QTest::newRow("bad chunk") << post + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n" << 40000;
    QTest::newRow("no HTTP") << QByteArray("\x16\x03\x01 hello there\r\n\r\n") << 40000;
    QTest::newRow("bare LF") << QByteArray("GET /ping HTTP/1.1\nHost: localhost\n\r\n\r\n")
                             << 40000;
    QTest::newRow("long head") << "GET /ping HTTP/1.1\r\nX: " + QByteArray(40'000, 'x') << 43100;
    QTest::newRow("long target") << "GET /" + QByteArray(40'000, 'x') << 41400;
    QTest::newRow("long target, complete")
        << "GET /" + QByteArray(9'000, 'x') + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
        << 41400;
}

void TestServer::refusesBrokenHttpAndCloses()
{
    QFETCH(QByteArray, bytes);
    ServerFixture fixture;
    fixture.add("POST", "/echo", echo);
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    client.send(bytes);
    const auto answer = client.answer();
    QTEST(answer.code(), "code");
    QCOMPARE(answer.headers.value("connection"), QByteArray("close"));
    client.socket.disconnectFromHost();
    QVERIFY(client.waitForClosed());
    QVERIFY(client.rest().isEmpty());
}

void TestServer::closesAfterARequestThatQtReadsDifferently()
{
#ifndef POSTRIDER_SECOND_READER
    QSKIP("This build has no second reader.");
#endif
    int calls = 0;
    ServerFixture fixture;
    // Qt's HTTP server has no name for this method, so it reads another method than our reader.
    fixture.add("PURGE", "/cache", [&](const Request &, const Reply &reply) {
        ++calls;
        reply.send(Response::data("null"));
    });
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(u"Qt's HTTP parser reads it differently"_s));
    client.send("PURGE /cache HTTP/1.1\r\nHost: localhost\r\n\r\n"
                "GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto answer = client.answer();
    QCOMPARE(answer.code(), 40000);
    QCOMPARE(answer.headers.value("connection"), QByteArray("close"));
    client.socket.disconnectFromHost();
    QVERIFY(client.waitForClosed());
    QVERIFY(client.rest().isEmpty());
    QCOMPARE(calls, 0);
}

void TestServer::refusesLargeBodiesByRoute()
{
    ServerFixture fixture(ServerFixture::with({ .bodyBytes = 1000 }));
    fixture.add("POST", "/echo", echo, { .auth = Http::Auth::None });
    fixture.add("POST", "/large", echo, { .auth = Http::Auth::None, .bodyLimit = 5000 });
    fixture.add("POST", "/none", echo, { .auth = Http::Auth::None, .bodyLimit = 0 });
    const quint16 port = fixture.listen();
    QCOMPARE(Client(port).post("/echo", QByteArray(1000, 'x')).status, 200);
    QCOMPARE(Client(port).post("/echo", QByteArray(1001, 'x')).code(), 41301);
    QCOMPARE(Client(port).post("/large", QByteArray(5000, 'x')).status, 200);
    QCOMPARE(Client(port).post("/large", QByteArray(5001, 'x')).code(), 41301);
    QCOMPARE(Client(port).post("/none", "x").code(), 41301);
    QCOMPARE(Client(port).post("/none", "").status, 200);
}

void TestServer::letsTheClientReadARefusalWhileItSends()
{
    ServerFixture fixture(ServerFixture::with({ .bodyBytes = 1000 }));
    fixture.add("POST", "/echo", echo);
    Client client(fixture.listen());
    client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                "Content-Length: 2000000\r\n\r\n");
    client.send(QByteArray(2'000'000, 'x'));
    QCOMPARE(client.answer().code(), 41301);
    QCOMPARE(client.socket.error(), QTcpSocket::UnknownSocketError); // the connection was not reset
}

void TestServer::staysUsableAfterARefusalWithABody()
{
    ServerFixture fixture;
    fixture.add("POST", "/private", echo, {});
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    QCOMPARE(client.post("/private", QByteArray(100'000, 'x')).code(), 40101);
    QCOMPARE(client.post("/nothing", QByteArray(100'000, 'x')).code(), 40400);
    QCOMPARE(client.call("GET", "/ping").status, 200);
}

void TestServer::answersExpectations()
{
    ServerFixture fixture;
    fixture.add("POST", "/echo", echo);
    const quint16 port = fixture.listen();
    const QByteArray head = " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n";
    Client client(port);
    client.send("POST /echo" + head);
    QCOMPARE(client.answer().status, 100);
    client.send("hello");
    QCOMPARE(client.answer().body, QByteArray("hello"));

    Client refused(port);
    refused.send("POST /nothing" + head);
    QCOMPARE(refused.answer().code(), 40400);
    QVERIFY(refused.waitForClosed());
}

void TestServer::timesOutSlowHeads()
{
    ServerFixture fixture(ServerFixture::with({ .headTimeout = 50ms, .lingerTimeout = 50ms }));
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    client.send("GET /ping HTTP/1.1\r\nHost: loc");
    QCOMPARE(client.answer().code(), 40800);
    QVERIFY(client.waitForClosed());
}

void TestServer::timesOutSlowBodies()
{
    ServerFixture fixture(ServerFixture::with(
        { .bodyBytesPerSecond = 100'000, .bodyWindow = 50ms, .lingerTimeout = 50ms }));
    fixture.add("POST", "/echo", echo);
    Client client(fixture.listen());
    client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                "Content-Length: 10000\r\n\r\nabc");
    QCOMPARE(client.answer().code(), 40800);
    QVERIFY(client.waitForClosed());
}

void TestServer::closesIdleConnections()
{
    ServerFixture fixture(ServerFixture::with({ .idleTimeout = 50ms }));
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    Client silent(port);
    Client client(port);
    QCOMPARE(client.call("GET", "/ping").status, 200);
    QVERIFY(silent.waitForClosed());
    QVERIFY(client.waitForClosed());
    QVERIFY(client.rest().isEmpty());
}

void TestServer::answersPipelinedRequestsInOrder()
{
    QThreadPool pool;
    ServerFixture fixture;
    fixture.add("POST", "/late", [&](const Request &request, const Reply &reply) {
        pool.start([request, reply] {
            QThread::msleep(ulong(20 / request.body.size()));
            reply.send(Response::bytes("text/plain", request.body));
        });
    });
    fixture.add("POST", "/echo", echo);
    Client client(fixture.listen());
    QByteArray requests;
    for (int i = 1; i <= 20; ++i) {
        const QByteArray body(i, char('a' + i));
        requests += i % 2 ? "POST /late" : "POST /echo";
        requests += " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    "Content-Length: "
            + QByteArray::number(i) + "\r\n\r\n" + body;
    }
    client.send(requests);
    for (int i = 1; i <= 20; ++i)
        QCOMPARE(client.answer().body, QByteArray(i, char('a' + i)));
}

void TestServer::boundsWhatAClientSendsAhead()
{
    Shelf shelf;
    ServerFixture fixture;
    fixture.add("GET", "/wait", [&](const Request &, const Reply &reply) { shelf.put(reply); });
    Client client(fixture.listen());
    const QByteArray request = "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n";
    client.send(request.repeated(3));
    QTRY_COMPARE(shelf.size(), size_t(1)); // one at a time
    shelf.take().front().send(Response::data("1"));
    QCOMPARE(client.answer().code(), 0);
    QTRY_COMPARE(shelf.size(), size_t(1));
}

void TestServer::servesOthersBetweenTheRequestsOfOne()
{
    QSemaphore entered;
    QSemaphore goOn;
    QByteArray served;
    ServerFixture fixture;
    fixture.add("GET", "/block", [&](const Request &, const Reply &reply) {
        entered.release();
        goOn.acquire();
        reply.send(Response::data("null"));
    });
    for (const char *const path : { "/a", "/b" })
        fixture.add("GET", path, [&served, path](const Request &, const Reply &reply) {
            served += path[1];
            reply.send(Response::data("null"));
        });
    const quint16 port = fixture.listen();
    Client blocking(port);
    Client greedy(port);
    Client modest(port);
    QCOMPARE(greedy.call("GET", "/a").status, 200);
    QCOMPARE(modest.call("GET", "/b").status, 200);
    blocking.send("GET /block HTTP/1.1\r\nHost: localhost\r\n\r\n");
    entered.acquire();
    served.clear();
    greedy.send(QByteArray("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n").repeated(200));
    modest.send("GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n");
    goOn.release();
    for (int i = 0; i < 200; ++i)
        QCOMPARE(greedy.answer().status, 200);
    QCOMPARE(modest.answer().status, 200);
    QVERIFY2(served.indexOf('b') < 20, served.constData());
}

void TestServer::outlivesClientsThatLeaveBeforeTheirAnswer()
{
    Shelf shelf;
    ServerFixture fixture;
    fixture.add("GET", "/wait", [&](const Request &, const Reply &reply) { shelf.put(reply); });
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    for (int i = 0; i < 50; ++i) {
        {
            Client leaving(port);
            leaving.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
            QVERIFY(QTest::qWaitFor([&] { return shelf.size() == 1; }));
            if (i % 2)
                leaving.socket.abort();
        }
        const auto replies = shelf.take();
        if (i % 5 == 0)
            QVERIFY(QTest::qWaitFor([&] { return !replies.front().isWanted(); }));
        replies.front().send(Response::data("null"));
    }
    QCOMPARE(Client(port).call("GET", "/ping").status, 200);
}

void TestServer::answersOthersWhileOneWaits()
{
    Shelf shelf;
    ServerFixture fixture;
    fixture.add("GET", "/wait", [&](const Request &, const Reply &reply) { shelf.put(reply); });
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    Client waiting(port);
    waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(shelf.size(), size_t(1));
    QCOMPARE(Client(port).call("GET", "/ping").status, 200);
    QVERIFY(waiting.rest().isEmpty());
    shelf.take().front().send(Response::data("\"late\""));
    QCOMPARE(waiting.answer().json().value("data"_L1), u"late"_s);
}

void TestServer::countsOnlyTheFirstAnswer()
{
    Shelf shelf;
    ServerFixture fixture;
    fixture.add("GET", "/twice", [&](const Request &, const Reply &reply) {
        reply.send(Response::data("1"));
        reply.send(Response::data("2"));
        shelf.put(reply);
    });
    Client client(fixture.listen());
    QCOMPARE(client.call("GET", "/twice").json().value("data"_L1), 1);
    const auto first = shelf.take();
    first.front().send(Response::data("3"));
    QVERIFY(!first.front().isWanted());
    QCOMPARE(client.call("GET", "/twice").json().value("data"_L1), 1);
    QVERIFY(client.rest().isEmpty());
}

void TestServer::answers500WhenAReplyIsDropped()
{
    QThreadPool pool;
    ServerFixture fixture;
    fixture.add("GET", "/here", [](const Request &, const Reply &) {});
    fixture.add("GET", "/there", [&](const Request &, const Reply &reply) {
        pool.start([copy = std::optional(reply)]() mutable { copy.reset(); });
    });
    Client client(fixture.listen());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"dropped without an answer"_s));
    QCOMPARE(client.call("GET", "/here").code(), 50000);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"dropped without an answer"_s));
    QCOMPARE(client.call("GET", "/there").code(), 50000);
}

void TestServer::givesHandlersAllOfTheRequest()
{
    std::optional<Request> seen;
    ServerFixture fixture;
    fixture.add("PUT", "/a/:id/:name",
                [&](const Request &request, const Reply &reply) {
                    seen = request;
                    reply.send(Response::data("null"));
                },
                {});
    Client client(fixture.listen());
    client.send("PUT /a/7/x%20y?q=1 HTTP/1.1\r\nHost: localhost\r\nX-Thing: Value\r\n"
                "Authorization: Bearer user-9\r\nContent-Type: application/json\r\n"
                "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
    const auto answer = client.answer();
    QCOMPARE(answer.status, 200);
    QCOMPARE(seen->method, QByteArray("PUT"));
    QCOMPARE(seen->path, QByteArray("/a/7/x%20y"));
    QCOMPARE(seen->query, QByteArray("q=1"));
    QCOMPARE(seen->header("x-thing"), QByteArray("Value"));
    QCOMPARE(seen->body, QByteArray("{}"));
    QCOMPARE(seen->id(), 7);
    QCOMPARE(seen->texts, QStringList(u"x y"_s));
    QCOMPARE(seen->userId(), 9);
    QCOMPARE(seen->peer, QHostAddress(QHostAddress::LocalHost));
    QCOMPARE(seen->requestId, answer.headers.value("x-request-id"));
}

void TestServer::namesTheClientBehindTrustedProxies()
{
    const auto peerSeen = [](Http::ServerOptions options) {
        QHostAddress peer;
        ServerFixture fixture(std::move(options));
        fixture.add("GET", "/who", [&](const Request &request, const Reply &reply) {
            peer = request.peer;
            reply.send(Response::data("null"));
        });
        Client(fixture.listen())
            .call("GET", "/who", "X-Forwarded-For: 1.1.1.1, 192.0.2.7, 10.0.0.2\r\n");
        return peer;
    };
    QCOMPARE(peerSeen({}), QHostAddress(QHostAddress::LocalHost));
    QCOMPARE(peerSeen({ .trustedProxies = { { QHostAddress(u"127.0.0.0"_s), 8 },
                                            { QHostAddress(u"10.0.0.0"_s), 8 } } }),
             QHostAddress(u"192.0.2.7"_s));
}

void TestServer::refusesConnectionsAboveTheLimit()
{
    ServerFixture fixture(ServerFixture::with({ .connections = 2 }));
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    Client first(port);
    auto second = std::make_unique<Client>(port);
    QCOMPARE(first.call("GET", "/ping").status, 200);
    QCOMPARE(second->call("GET", "/ping").status, 200);
    QTest::ignoreMessage(QtInfoMsg, QRegularExpression(u"too many connections"_s));
    Client third(port);
    QCOMPARE(third.answer().code(), 50304);
    QVERIFY(third.waitForClosed());
    second.reset();
    // Its place becomes free when the server notices that it is closed.
    QTRY_COMPARE(Client(port).call("GET", "/ping").status, 200);
}

void TestServer::tellsAllowedOriginsThatTheyMayRead()
{
    ServerFixture fixture({ .corsOrigins = { u"https://a.example"_s } });
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    const auto allowed = client.call("GET", "/ping", "Origin: https://a.example\r\n");
    QCOMPARE(allowed.headers.value("access-control-allow-origin"), QByteArray("https://a.example"));
    QCOMPARE(allowed.headers.value("vary"), QByteArray("Origin"));
    QVERIFY(!allowed.headers.contains("access-control-allow-credentials"));
    const auto other = client.call("GET", "/ping", "Origin: https://b.example\r\n");
    QCOMPARE(other.status, 200);
    QVERIFY(!other.headers.contains("access-control-allow-origin"));
    const auto preflight = client.call(
        "OPTIONS", "/ping", "Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n");
    QCOMPARE(preflight.status, 204);
    QCOMPARE(preflight.headers.value("access-control-max-age"), QByteArray("600"));
    QVERIFY(!preflight.headers.contains("content-length"));
}

void TestServer::cleansHeaderValues()
{
    ServerFixture fixture;
    fixture.add("GET", "/file", [&](const Request &, const Reply &reply) {
        reply.send(Response::bytes("text/plain", "x").with("X-Name", "a\r\nSet-Cookie: b"));
    });
    Client client(fixture.listen());
    const auto answer = client.call("GET", "/file");
    QCOMPARE(answer.headers.value("x-name"), QByteArray("a  Set-Cookie: b"));
    QVERIFY(!answer.headers.contains("set-cookie"));
}

void TestServer::stopsWithTheAnswersThatRun()
{
    Shelf shelf;
    ServerFixture fixture;
    fixture.add("GET", "/wait", [&](const Request &, const Reply &reply) { shelf.put(reply); });
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    Client idle(port);
    QCOMPARE(idle.call("GET", "/ping").status, 200);
    Client waiting(port);
    waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(shelf.size(), size_t(1));

    QSignalSpy stopped(fixture.server.get(), &Http::Server::stopped);
    fixture.server->stop(10s);
    QVERIFY(idle.waitForClosed());
    QCOMPARE(stopped.count(), 0);
    shelf.take().front().send(Response::data("\"done\""));
    const auto answer = waiting.answer();
    QCOMPARE(answer.json().value("data"_L1), u"done"_s);
    QCOMPARE(answer.headers.value("connection"), QByteArray("close"));
    QTRY_COMPARE(stopped.count(), 1);
    Client late(port);
    QVERIFY(late.waitForClosed());
}

void TestServer::stopsAtTheDeadline()
{
    Shelf shelf;
    ServerFixture fixture;
    fixture.add("GET", "/wait", [&](const Request &, const Reply &reply) { shelf.put(reply); });
    Client waiting(fixture.listen());
    waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(shelf.size(), size_t(1));
    QSignalSpy stopped(fixture.server.get(), &Http::Server::stopped);
    fixture.server->stop(50ms);
    QTRY_COMPARE(stopped.count(), 1);
    QVERIFY(waiting.waitForClosed());
    QVERIFY(waiting.rest().isEmpty());
}

void TestServer::dropsAnswersAfterItsEnd()
{
    Shelf shelf;
    auto fixture = std::make_unique<ServerFixture>();
    fixture->add("GET", "/wait", [&](const Request &, const Reply &reply) { shelf.put(reply); });
    Client waiting(fixture->listen());
    waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(shelf.size(), size_t(1));
    fixture.reset();
    QVERIFY(waiting.waitForClosed());
    const auto replies = shelf.take();
    QVERIFY(!replies.front().isWanted());
    replies.front().send(Response::data("null"));
}

QTEST_GUILESS_MAIN(TestServer)
#include "tst_server.moc"
