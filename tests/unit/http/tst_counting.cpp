// SPDX-License-Identifier: GPL-3.0-or-later
// What a server counts of its requests, connections and bytes.
#include "metrics/textwriter.h"
#include "metrics/traffic.h"
#include "serverfixture.h"
#include "support/patience.h"

#include <QTest>

using Http::Reply;
using Http::Request;
using Http::Response;

class TestCounting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsCountWithTheirRoute();
    void headCountsAsGet();
    void whatHasNoRouteCountsTogether_data();
    void whatHasNoRouteCountsTogether();
    void refusedRequestCountsWithItsRoute();
    void streamCountsWhenItBegins();
    void connectionsAndBytesCount();
    void connectionAboveTheLimitIsRefused();
};

namespace {

void ping(const Request &, const Reply &reply)
{
    reply.send(Response::data("\"pong\""));
}

QByteArray request(const QByteArray &method, const QByteArray &path)
{
    return method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

/// The lines `t_count` of all routes.
QByteArray counts(const ServerFixture &fixture)
{
    Metrics::TextWriter out;
    for (const auto &times : fixture.server->router().times())
        times->write(out, "t");
    QByteArray found;
    const QList<QByteArray> lines = out.take().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("t_count"))
            found += line + '\n';
    }
    return found;
}

} // namespace

void TestCounting::requestsCountWithTheirRoute()
{
    ServerFixture fixture;
    fixture.add("GET", "/mails/:id", ping);
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    for (const char *path : { "/mails/1", "/mails/2", "/mails/x", "/ping" }) {
        client.send(request("GET", path));
        QVERIFY(client.answer().status > 0);
    }
    QCOMPARE(counts(fixture),
             QByteArray("t_count{method=\"GET\",route=\"/mails/:id\",status=\"2xx\"} 2\n"
                        "t_count{method=\"GET\",route=\"/mails/:id\",status=\"4xx\"} 1\n"
                        "t_count{method=\"GET\",route=\"/ping\",status=\"2xx\"} 1\n"));
}

void TestCounting::headCountsAsGet()
{
    ServerFixture fixture;
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    QCOMPARE(client.call("HEAD", "/ping").status, 200);
    QCOMPARE(counts(fixture),
             QByteArray("t_count{method=\"GET\",route=\"/ping\",status=\"2xx\"} 1\n"));
}

void TestCounting::whatHasNoRouteCountsTogether_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no such path") << request("GET", "/nowhere");
    QTest::newRow("not this method") << request("POST", "/ping");
    QTest::newRow("a method of their own") << request("SECRET", "/ping");
    QTest::newRow("another host") << QByteArray("GET /ping HTTP/1.1\r\nHost: secret\r\n\r\n");
    QTest::newRow("no HTTP") << QByteArray("secret\r\n\r\n");
    QTest::newRow("a target that is too long") << "GET /" + QByteArray(40'000, 'x');
}

void TestCounting::whatHasNoRouteCountsTogether()
{
    QFETCH(QByteArray, bytes);
    ServerFixture fixture;
    fixture.add("GET", "/ping", ping);
    Client client(fixture.listen());
    client.send(bytes);
    QVERIFY(client.answer().status >= 400);
    QCOMPARE(counts(fixture),
             QByteArray("t_count{method=\"other\",route=\"none\",status=\"4xx\"} 1\n"));
}

void TestCounting::refusedRequestCountsWithItsRoute()
{
    ServerFixture fixture;
    fixture.add("GET", "/mine", ping, {});
    Client client(fixture.listen());
    client.send(request("GET", "/mine"));
    QCOMPARE(client.answer().status, 401);
    QCOMPARE(counts(fixture),
             QByteArray("t_count{method=\"GET\",route=\"/mine\",status=\"4xx\"} 1\n"));
}

void TestCounting::streamCountsWhenItBegins()
{
    ServerFixture fixture;
    fixture.add("GET", "/stream", [](const Request &, const Reply &reply) {
        QVERIFY(reply.startStream({}).has_value());
    });
    Client client(fixture.listen());
    client.send(request("GET", "/stream"));
    QTRY_COMPARE(counts(fixture),
                 QByteArray("t_count{method=\"GET\",route=\"/stream\",status=\"2xx\"} 1\n"));
}

void TestCounting::connectionsAndBytesCount()
{
    ServerFixture fixture;
    fixture.add("GET", "/ping", ping);
    const Metrics::Traffic &traffic = fixture.server->traffic();
    const QByteArray bytes = request("GET", "/ping");
    {
        Client client(fixture.listen());
        client.send(bytes);
        QCOMPARE(client.answer().status, 200);
        QCOMPARE(traffic.connections.value(), 1);
        QCOMPARE(traffic.receivedBytes.value(), quint64(bytes.size()));
        QVERIFY(traffic.sentBytes.value() > 100);
    }
    QTRY_COMPARE(traffic.connections.value(), 0);
    QCOMPARE(traffic.acceptedConnections.value(), quint64(1));
}

void TestCounting::connectionAboveTheLimitIsRefused()
{
    ServerFixture fixture(ServerFixture::with({ .connections = 1 }));
    fixture.add("GET", "/ping", ping);
    const quint16 port = fixture.listen();
    Client first(port);
    first.send(request("GET", "/ping"));
    QCOMPARE(first.answer().status, 200);
    Client second(port);
    QVERIFY(second.waitForClosed());
    const Metrics::Traffic &traffic = fixture.server->traffic();
    QCOMPARE(traffic.refusedConnections.value(), quint64(1));
    QCOMPARE(traffic.connections.value(), 1);
}

QTEST_GUILESS_MAIN(TestCounting)
#include "tst_counting.moc"
