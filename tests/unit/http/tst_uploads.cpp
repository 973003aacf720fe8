// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/bodysink.h"
#include "serverfixture.h"
#include "support/patience.h"

#include <QTest>

#include <mutex>

using namespace std::chrono_literals;
using Http::BodySink;
using Http::Reply;
using Http::Request;
using Http::Response;

namespace {

/** What the sinks of a test did. The test's thread may read it. */
struct Record {
    std::atomic<qint64> bytes = 0;
    std::atomic<int> finished = 0;
    std::atomic<int> aborted = 0;
    std::atomic<int> destroyed = 0;
    std::atomic<bool> mustWait = false;
    std::atomic<qint64> refuseAt = -1;
    std::mutex mutex;
    std::optional<Reply> reply; ///< of the newest upload
};

class CountingSink : public BodySink
{
public:
    CountingSink(Record &record, const Reply &reply) : m_record(record), m_reply(reply) { }
    ~CountingSink() override { ++m_record.destroyed; }

    Flow take(QByteArrayView bytes) override
    {
        m_record.bytes += bytes.size();
        if (m_record.refuseAt >= 0 && m_record.bytes >= m_record.refuseAt)
            m_reply.fail({ ApiError::StorageFull });
        return m_record.mustWait ? Flow::Wait : Flow::More;
    }
    void finished() override
    {
        ++m_record.finished;
        m_reply.send(Response::data(QByteArray::number(m_record.bytes.load()), {}, 201));
    }
    void aborted() override { ++m_record.aborted; }

private:
    Record &m_record;
    Reply m_reply;
};

} // namespace

class TestUploads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void handsTheBodyToASink_data();
    void handsTheBodyToASink();
    void holdsTheClientBackWhileTheSinkWaits();
    void endsTheSinkWhenTheClientLeaves();
    void letsTheSinkRefuseInTheMiddle();
    void letsTheRouteRefuseAtOnce();
    void refusesTooLargeBodies();

private:
    static QByteArray head(qint64 length);

    std::unique_ptr<Record> m_record;
    std::unique_ptr<ServerFixture> m_fixture;
    quint16 m_port = 0;
};

void TestUploads::init()
{
    m_record = std::make_unique<Record>();
    m_fixture = std::make_unique<ServerFixture>();
    Http::Route route;
    route.auth = Http::Auth::None;
    route.media = Http::Media::Any;
    route.bodyLimit = 50'000'000;
    route.upload = [record = m_record.get()](const Request &request,
                                             const Reply &reply) -> std::unique_ptr<BodySink> {
        if (request.query == "refuse") {
            reply.fail({ ApiError::Forbidden });
            return nullptr;
        }
        const std::lock_guard lock(record->mutex);
        record->reply = reply;
        return std::make_unique<CountingSink>(*record, reply);
    };
    m_fixture->server->router().add("POST", "/up", route);
    m_fixture->add("GET", "/ping",
                   [](const Request &, const Reply &reply) { reply.send(Response::data("null")); });
    m_port = m_fixture->listen();
}

void TestUploads::cleanup()
{
    m_fixture.reset();
    m_record.reset();
}

QByteArray TestUploads::head(qint64 length)
{
    return "POST /up HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: "
        + QByteArray::number(length) + "\r\n\r\n";
}

void TestUploads::handsTheBodyToASink_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("nothing") << 0;
    QTest::newRow("one byte") << 1;
    QTest::newRow("some") << 10'000;
    QTest::newRow("10 MB") << 10'000'000;
}

void TestUploads::handsTheBodyToASink()
{
    QFETCH(int, size);
    Client client(m_port);
    client.send(head(size) + QByteArray(size, 'x'));
    const auto answer = client.answer();
    QCOMPARE(answer.status, 201);
    QCOMPARE(answer.json().value(QLatin1StringView("data")).toInt(), size);
    // The sink ends after its answer is sent, on the http thread.
    QTRY_COMPARE(m_record->destroyed, 1);
    QCOMPARE(m_record->aborted, 0);
    QCOMPARE(client.call("GET", "/ping").status, 200); // the connection stays open
}

void TestUploads::holdsTheClientBackWhileTheSinkWaits()
{
    constexpr int size = 20'000'000;
    m_record->mustWait = true;
    Client client(m_port);
    client.send(head(size) + QByteArray(size, 'x'));
    QTRY_VERIFY(m_record->bytes > 0);
    const qint64 before = m_record->bytes;
    QCOMPARE(Client(m_port).call("GET", "/ping").status, 200);
    QCOMPARE(m_record->bytes, before);
    QVERIFY(client.socket.bytesToWrite() > 1'000'000);
    m_record->mustWait = false;
    {
        const std::lock_guard lock(m_record->mutex);
        m_record->reply->resumeBody();
        m_record->reply.reset();
    }
    QCOMPARE(client.answer().status, 201);
    QCOMPARE(m_record->bytes, size);
}

void TestUploads::endsTheSinkWhenTheClientLeaves()
{
    for (int i = 1; i <= 20; ++i) {
        Client client(m_port);
        client.send(head(1000) + "abc");
        QVERIFY(QTest::qWaitFor([&] { return m_record->bytes == 3 * i; }));
        client.socket.abort();
        QVERIFY(QTest::qWaitFor([&] { return m_record->destroyed == i; }));
    }
    QCOMPARE(m_record->aborted, 20);
    QCOMPARE(m_record->finished, 0);
}

void TestUploads::letsTheSinkRefuseInTheMiddle()
{
    m_record->refuseAt = 100'000;
    Client client(m_port);
    client.send(head(2'000'000) + QByteArray(2'000'000, 'x'));
    const auto answer = client.answer();
    QCOMPARE(answer.code(), 50700);
    QCOMPARE(answer.headers.value("connection"), QByteArray("close"));
    QTRY_COMPARE(m_record->destroyed, 1);
    QCOMPARE(m_record->aborted, 1);
    QVERIFY(m_record->bytes < 200'000);
}

void TestUploads::letsTheRouteRefuseAtOnce()
{
    Client client(m_port);
    client.send("POST /up?refuse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n"
                + QByteArray(900'000, 'x'));
    QCOMPARE(client.answer().code(), 40301);
    QCOMPARE(m_record->bytes, 0);
}

void TestUploads::refusesTooLargeBodies()
{
    Client client(m_port);
    client.send(head(50'000'001) + "x");
    QCOMPARE(client.answer().code(), 41301);
    QCOMPARE(m_record->destroyed, 0);
}

QTEST_GUILESS_MAIN(TestUploads)
#include "tst_uploads.moc"
