// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/refusallog.h"
#include "serverfixture.h"

#include <QTest>

#include <mutex>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Http::Reply;
using Http::Request;
using Http::Response;

namespace {

/** Keeps the lines of the log about refusals. */
class LogCatcher
{
public:
    LogCatcher() { s_former = qInstallMessageHandler(&LogCatcher::take); }
    ~LogCatcher()
    {
        qInstallMessageHandler(s_former);
        lines();
    }

    static QStringList lines()
    {
        const std::lock_guard lock(s_mutex);
        return std::exchange(s_lines, {});
    }

private:
    static void take(QtMsgType type, const QMessageLogContext &context, const QString &text)
    {
        if (!text.startsWith(u"refused: "_s)) {
            s_former(type, context, text);
            return;
        }
        const std::lock_guard lock(s_mutex);
        s_lines.append(text);
    }

    static inline QtMessageHandler s_former = nullptr;
    static inline std::mutex s_mutex;
    static inline QStringList s_lines;
};

} // namespace

class TestRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesOneLineForEachRefusal_data();
    void writesOneLineForEachRefusal();
    void writesNothingOfWhatTheClientSaid();
    void writesDownWhoWasTooMany();
    void writesDownWhoTookTooLong();
    void leavesOrdinaryFailuresAlone();
    void boundsTheLinesOfAFlood();
};

void TestRefusals::writesOneLineForEachRefusal_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const QByteArray get = "GET /ping HTTP/1.1\r\nHost: localhost\r\n";
    QTest::newRow("not HTTP") << QByteArray("hello\r\n\r\n") << u"invalid_request"_s;
    QTest::newRow("smuggling") << get + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
                               << u"invalid_request"_s;
    QTest::newRow("headers") << get + "X: " + QByteArray(20'000, 'x') << u"headers_too_large"_s;
    QTest::newRow("address") << "GET /" + QByteArray(9'000, 'x') + " HTTP/1.1\r\n\r\n"
                             << u"uri_too_long"_s;
    QTest::newRow("body") << get + "Content-Length: 9999999999\r\n\r\n" << u"body_too_large"_s;
    QTest::newRow("host") << QByteArray("GET /ping HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                          << u"host_not_allowed"_s;
}

void TestRefusals::writesOneLineForEachRefusal()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const LogCatcher log;
    ServerFixture fixture;
    fixture.add("GET", "/ping",
                [](const Request &, const Reply &reply) { reply.send(Response::data("null")); });
    Client client(fixture.listen());
    client.send(bytes);
    const auto answer = client.answer();
    QCOMPARE(log.lines(),
             QStringList(u"refused: %1 peer=127.0.0.1 request=%2"_s.arg(
                 reason, QString::fromLatin1(answer.headers.value("x-request-id")))));
}

void TestRefusals::writesNothingOfWhatTheClientSaid()
{
    const LogCatcher log;
    ServerFixture fixture(ServerFixture::with({ .userRequestsPerSecond = 1, .userBurst = 1 }));
    fixture.add("GET", "/private",
                [](const Request &, const Reply &reply) { reply.send(Response::data("null")); },
                { .auth = Http::Auth::BearerOrQueryToken });
    Client client(fixture.listen());
    QCOMPARE(client.call("GET", "/private?token=user-7").status, 200);
    QCOMPARE(client.call("GET", "/private?token=user-7").status, 429);
    QCOMPARE(client.call("GET", "/private", "Authorization: Bearer user-7\r\n").status, 429);
    QCOMPARE(client.call("GET", "/private?token=secret", "Bad Field: secret\r\n").status, 400);
    const QStringList lines = log.lines();
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith(u"refused: rate_limited "_s));
    QVERIFY(lines.filter(u"user-7"_s).isEmpty());
    QVERIFY(lines.filter(u"secret"_s).isEmpty());
}

void TestRefusals::writesDownWhoWasTooMany()
{
    const LogCatcher log;
    ServerFixture fixture(ServerFixture::with({ .connections = 1, .streams = 1 }));
    fixture.add("GET", "/stream", [](const Request &, const Reply &reply) {
        [[maybe_unused]] const auto id = reply.startStream({});
    });
    const quint16 port = fixture.listen();
    Client only(port);
    QCOMPARE(only.call("GET", "/nothing").status, 404);
    Client second(port);
    const auto refused = second.answer();
    QCOMPARE(refused.status, 503);
    QCOMPARE(log.lines(),
             QStringList(u"refused: too many connections peer=127.0.0.1 request=%1"_s.arg(
                 QString::fromLatin1(refused.headers.value("x-request-id")))));
}

void TestRefusals::writesDownWhoTookTooLong()
{
    const LogCatcher log;
    ServerFixture fixture(ServerFixture::with({ .headTimeout = 20ms, .lingerTimeout = 20ms }));
    Client client(fixture.listen());
    client.send("GET /");
    QCOMPARE(client.answer().status, 408);
    QVERIFY(client.waitForClosed());
    const QStringList lines = log.lines();
    QCOMPARE(lines.size(), 1);
    QVERIFY(lines[0].startsWith(u"refused: request_timeout peer=127.0.0.1 request="_s));
}

void TestRefusals::leavesOrdinaryFailuresAlone()
{
    const LogCatcher log;
    ServerFixture fixture;
    fixture.add("GET", "/private",
                [](const Request &, const Reply &reply) { reply.send(Response::data("null")); },
                {});
    Client client(fixture.listen());
    QCOMPARE(client.call("GET", "/nothing").status, 404);
    QCOMPARE(client.call("PUT", "/private").status, 405);
    QCOMPARE(client.call("GET", "/private").status, 401);
    QVERIFY(log.lines().isEmpty());
}

void TestRefusals::boundsTheLinesOfAFlood()
{
    const LogCatcher log;
    Http::RefusalLog refusals;
    const QHostAddress peer(u"192.0.2.1"_s);
    for (int i = 0; i < 5000; ++i)
        refusals.note(peer, "1", "flood", 1'000'000);
    QCOMPARE(log.lines().size(), 1000);
    refusals.note(peer, "2", "later", 1'001'000);
    QCOMPARE(log.lines(),
             QStringList({ u"refused: 4000 more, not logged"_s,
                           u"refused: later peer=192.0.2.1 request=2"_s }));
    for (int i = 0; i < 5000; ++i)
        refusals.note(peer, "3", "flood", 1'001'000);
    QCOMPARE(log.lines().size(), 99);
}

QTEST_GUILESS_MAIN(TestRefusals)
#include "tst_refusals.moc"
