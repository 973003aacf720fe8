// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/streams.h"
#include "serverfixture.h"
#include "support/patience.h"

#include <QDateTime>
#include <QTest>

#include <atomic>

using namespace std::chrono_literals;
using Http::Auth;
using Http::Reply;
using Http::Request;
using Http::Response;
using Http::StreamId;
using Http::StreamOptions;

namespace {

/** A server whose route /stream starts a stream for the user of the request. */
class StreamFixture : public ServerFixture
{
public:
    explicit StreamFixture(Http::Limits limits = {}, StreamOptions options = {})
        : ServerFixture(with(limits))
    {
        const auto start = [this, options](const Request &request, const Reply &reply) {
            StreamOptions own = options;
            own.userId = request.userId();
            if (!own.onClosed)
                own.onClosed = [this](StreamId) {
                    ++closed;
                };
            if (const auto id = reply.startStream(own)) {
                last = *id;
                server->streams().send(*id, "event: connected\n\n");
            }
        };
        add("GET", "/stream", start, { .auth = Auth::BearerOrQueryToken });
        add("GET", "/ping",
            [](const Request &, const Reply &reply) { reply.send(Response::data("null")); });
        listen();
    }

    std::unique_ptr<Client> open(int user, qint64 readBufferSize = 0)
    {
        auto client = std::make_unique<Client>(server->port(), readBufferSize);
        client->send("GET /stream?token=user-" + QByteArray::number(user)
                     + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        client->answer();
        return client;
    }

    int broadcast(const QByteArray &bytes, const Http::Streams::Predicate &wanted = {})
    {
        int count = 0;
        onHttpThread([&] { count = server->streams().broadcast(bytes, wanted); });
        return count;
    }

    qsizetype count()
    {
        qsizetype open = 0;
        onHttpThread([&] { open = server->streams().count(); });
        return open;
    }

    std::atomic<StreamId> last = 0;
    std::atomic<int> closed = 0;
};

constexpr char greeting[] = "event: connected\n\n";

} // namespace

class TestStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsWithTheHeadersOfTheInterface();
    void answersHeadWithoutAStream();
    void answersJsonErrorsBeforeItStarts();
    void broadcastsToEverybodyOrTheChosen();
    void sendsToOne();
    void ignoresWhatTheClientSends();
    void limitsStreamsPerUserAndInAll();
    void closesAStreamThatFallsBehindOnly();
    void bringsWhatIsLongerThanTheBacklog();
    void closesAStreamThatTakesNothing();
    void closesWhenTheTokenEnds();
    void tellsWhenTheClientLeaves();
    void closesWithoutTellingTheCloser();
    void tellsWhenAPageIsSent();
    void endsStreamsWhenTheServerStops();
};

void TestStreams::startsWithTheHeadersOfTheInterface()
{
    StreamFixture fixture;
    Client client(fixture.server->port());
    const auto answer = client.call("GET", "/stream", "Authorization: Bearer user-1\r\n");
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.headers.value("content-type"), QByteArray("text/event-stream"));
    QCOMPARE(answer.headers.value("cache-control"), QByteArray("no-cache, no-transform"));
    QCOMPARE(answer.headers.value("connection"), QByteArray("keep-alive"));
    QCOMPARE(answer.headers.value("x-accel-buffering"), QByteArray("no"));
    QVERIFY(!answer.headers.contains("content-length"));
    QVERIFY(!answer.headers.contains("transfer-encoding"));
    QTRY_COMPARE(client.rest(), QByteArray(greeting));
}

void TestStreams::answersHeadWithoutAStream()
{
    StreamFixture fixture;
    Client client(fixture.server->port());
    const auto answer = client.call("HEAD", "/stream?token=user-1");
    QCOMPARE(answer.headers.value("content-type"), QByteArray("text/event-stream"));
    QVERIFY(client.waitForClosed());
    QCOMPARE(fixture.count(), 0);
}

void TestStreams::answersJsonErrorsBeforeItStarts()
{
    StreamFixture fixture;
    Client client(fixture.server->port());
    QCOMPARE(client.call("GET", "/stream").code(), 40101);
    QCOMPARE(client.call("GET", "/stream?token=old").code(), 40103);
}

void TestStreams::broadcastsToEverybodyOrTheChosen()
{
    StreamFixture fixture;
    const auto first = fixture.open(1);
    const auto second = fixture.open(2);
    QCOMPARE(fixture.broadcast("data: 1\n\n"), 2);
    QCOMPARE(fixture.broadcast("data: 2\n\n", [](StreamId, qint64 user) { return user == 2; }), 1);
    QTRY_COMPARE(first->rest(), greeting + QByteArray("data: 1\n\n"));
    QTRY_COMPARE(second->rest(), greeting + QByteArray("data: 1\n\ndata: 2\n\n"));
}

void TestStreams::sendsToOne()
{
    StreamFixture fixture;
    const auto first = fixture.open(1);
    const StreamId id = fixture.last;
    const auto second = fixture.open(1);
    fixture.onHttpThread([&] {
        QVERIFY(fixture.server->streams().send(id, "data: x\n\n"));
        QVERIFY(!fixture.server->streams().send(id + 1000, "data: y\n\n"));
        QCOMPARE(fixture.server->streams().countOf(1), 2);
    });
    QTRY_COMPARE(first->rest(), greeting + QByteArray("data: x\n\n"));
    QCOMPARE(second->rest(), QByteArray(greeting));
}

void TestStreams::ignoresWhatTheClientSends()
{
    StreamFixture fixture;
    const auto client = fixture.open(1);
    for (int i = 0; i < 10; ++i)
        client->send("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n" + QByteArray(8000, 'x'));
    QTRY_COMPARE(client->socket.bytesToWrite(), 0);
    fixture.broadcast("data: 1\n\n");
    QTRY_COMPARE(client->rest(), greeting + QByteArray("data: 1\n\n"));
    // The server still notices that the client closes the connection.
    client->socket.disconnectFromHost();
    QTRY_COMPARE(fixture.count(), 0);
}

void TestStreams::limitsStreamsPerUserAndInAll()
{
    StreamFixture fixture({ .streams = 3, .streamsPerUser = 2 });
    auto first = fixture.open(1);
    const auto second = fixture.open(1);
    Client third(fixture.server->port());
    const auto refused = third.call("GET", "/stream?token=user-1");
    QCOMPARE(refused.code(), 42903);
    QVERIFY(refused.headers.contains("retry-after"));
    QCOMPARE(third.call("GET", "/ping").status, 200); // the connection goes on
    const auto other = fixture.open(2);
    QCOMPARE(Client(fixture.server->port()).call("GET", "/stream?token=user-3").code(), 42903);
    first.reset();
    QTRY_COMPARE(fixture.count(), 2);
    Client again(fixture.server->port());
    QCOMPARE(again.call("GET", "/stream?token=user-1").status, 200);
}

void TestStreams::closesAStreamThatFallsBehindOnly()
{
    StreamFixture fixture({ .streamBacklog = 100'000 });
    const auto good = fixture.open(1);
    const auto slow = fixture.open(2, 1024);
    slow->socket.setSocketOption(QAbstractSocket::ReceiveBufferSizeSocketOption, 4096);
    const QByteArray frame = "data: " + QByteArray(64 * 1024, 'x') + "\n\n";
    QByteArray got;
    int sent = 0;
    const auto takeAndSend = [&] {
        got = good->rest();
        // Sends the next frame only when this reader has them all, so that it never falls behind.
        if (got.size() == qsizetype(sizeof greeting) - 1 + sent * frame.size()) {
            fixture.broadcast(frame);
            ++sent;
        }
        return fixture.closed > 0;
    };
    QVERIFY(QTest::qWaitFor(takeAndSend, 20'000));
    QTRY_COMPARE(good->rest().size(), qsizetype(sizeof greeting) - 1 + sent * frame.size());
    QCOMPARE(fixture.count(), 1);
    QCOMPARE(fixture.closed, 1);
}

// A client whose stream was closed because of it would come back, get it again, and never get past it.
void TestStreams::bringsWhatIsLongerThanTheBacklog()
{
    StreamFixture fixture({ .streamBacklog = 100'000 });
    const auto slow = fixture.open(1, 1024);
    const QByteArray small = "data: 1\n\n";
    const QByteArray large = "data: " + QByteArray(20'000'000, 'x') + "\n\n";
    QByteArray all = greeting;
    for (const QByteArray &frame : { small, large, small, small }) {
        QCOMPARE(fixture.broadcast(frame), 1);
        all += frame;
    }
    qint64 pending = 0;
    fixture.onHttpThread([&] { pending = fixture.server->streams().pendingBytes(fixture.last); });
    QVERIFY(pending > 1'000'000); // proves that the reader was slow
    slow->socket.setReadBufferSize(0);
    QTRY_COMPARE_WITH_TIMEOUT(slow->rest().size(), all.size(), Support::patience(30'000));
    QVERIFY(slow->rest() == all);
    QCOMPARE(fixture.closed, 0);
}

void TestStreams::closesAStreamThatTakesNothing()
{
    StreamFixture fixture({ .streamBacklog = 0, .streamStall = 100ms });
    const auto slow = fixture.open(1, 1024);
    fixture.broadcast(QByteArray(20'000'000, 'x'));
    QTRY_COMPARE(fixture.closed, 1);
    QCOMPARE(fixture.count(), 0);
}

void TestStreams::closesWhenTheTokenEnds()
{
    StreamFixture fixture({}, { .expiresAt = QDateTime::currentSecsSinceEpoch() });
    const auto client = fixture.open(1);
    QVERIFY(client->waitForClosed());
    QCOMPARE(fixture.closed, 1);
    QCOMPARE(client->rest(), QByteArray(greeting));
}

void TestStreams::tellsWhenTheClientLeaves()
{
    StreamFixture fixture;
    for (int i = 1; i <= 10; ++i) {
        const auto client = fixture.open(1);
        if (i % 2)
            client->socket.abort();
        else
            client->socket.disconnectFromHost();
        QVERIFY(QTest::qWaitFor([&] { return fixture.closed == i; }));
    }
    QCOMPARE(fixture.count(), 0);
}

void TestStreams::closesWithoutTellingTheCloser()
{
    StreamFixture fixture;
    const auto first = fixture.open(1);
    const auto second = fixture.open(2);
    const auto third = fixture.open(2);
    fixture.onHttpThread([&] {
        fixture.server->streams().send(fixture.last, "data: bye\n\n");
        fixture.server->streams().closeUser(2);
        QCOMPARE(fixture.server->streams().count(), 1);
    });
    QVERIFY(second->waitForClosed());
    QVERIFY(third->waitForClosed());
    QCOMPARE(third->rest(), greeting + QByteArray("data: bye\n\n"));
    QCOMPARE(fixture.broadcast("data: 1\n\n"), 1);
    QCOMPARE(fixture.closed, 0);
}

void TestStreams::tellsWhenAPageIsSent()
{
    constexpr int pages = 50;
    const QByteArray page(100'000, 'x');
    int sent = 0;
    Http::Streams *streams = nullptr;
    StreamOptions options;
    options.onDrained = [&](StreamId id) {
        QCOMPARE(streams->pendingBytes(id), 0);
        if (sent < pages) {
            ++sent;
            streams->send(id, page);
        }
    };
    StreamFixture fixture({}, options);
    streams = &fixture.server->streams();
    const auto client = fixture.open(1);
    QTRY_COMPARE(client->rest().size(), qsizetype(sizeof greeting) - 1 + pages * page.size());
}

void TestStreams::endsStreamsWhenTheServerStops()
{
    StreamFixture fixture;
    const auto client = fixture.open(1);
    fixture.broadcast("data: last\n\n");
    fixture.server->stop(10s);
    QVERIFY(client->waitForClosed());
    QCOMPARE(client->rest(), greeting + QByteArray("data: last\n\n"));
}

QTEST_GUILESS_MAIN(TestStreams)
#include "tst_streams.moc"
