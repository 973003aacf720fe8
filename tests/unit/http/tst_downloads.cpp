// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/range.h"
#include "serverfixture.h"
#include "support/patience.h"

#include <QBuffer>
#include <QTest>

#include <atomic>

using namespace Qt::StringLiterals;
using Http::RangeChoice;
using Http::Reply;
using Http::Request;
using Http::Response;
using Kind = RangeChoice::Kind;

namespace {

/** What a device does. The test's thread may read it. */
struct Record {
    std::atomic<qint64> read = 0;
    std::atomic<bool> isGone = false;
};

/** A device without end, which makes its bytes when they are read. */
class Endless : public QIODevice
{
public:
    explicit Endless(Record &record) : m_record(record) { open(ReadOnly | Unbuffered); }
    ~Endless() override { m_record.isGone = true; }
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *data, qint64 size) override
    {
        std::fill_n(data, size, 'x');
        m_record.read += size;
        return size;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    Record &m_record;
};

QByteArray numbers()
{
    QByteArray data;
    for (int i = 0; i < 400'000; ++i)
        data += QByteArray::number(i);
    return data;
}

} // namespace

class TestDownloads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void choosesTheRange_data();
    void choosesTheRange();
    void sendsContentPieceByPiece();
    void sendsThePartThatIsAskedFor_data();
    void sendsThePartThatIsAskedFor();
    void saysThatARangeLiesBehindTheEnd();
    void sendsThePartOnlyOfWhatTheClientHas_data();
    void sendsThePartOnlyOfWhatTheClientHas();
    void answersHeadWithTheWholeLength();
    void sendsWholeWhatCannotBeSought();
    void cutsTheConnectionWhenContentEndsEarly();
    void readsNoFurtherThanTheClientDoes();
    void cutsAClientThatTakesNothing();

private:
    const QByteArray m_data = numbers();
    std::unique_ptr<Record> m_record;
    std::unique_ptr<ServerFixture> m_fixture;
    quint16 m_port = 0;
};

void TestDownloads::init()
{
    m_record = std::make_unique<Record>();
    m_fixture = std::make_unique<ServerFixture>(
        ServerFixture::with({ .writeTimeout = Http::Limits::ms(300) }));
    m_fixture->add("GET", "/file", [this](const Request &, const Reply &reply) {
        reply.send(Response::file("application/octet-stream", m_data)
                       .with("Content-Disposition", "attachment")
                       .with("ETag", "\"v1\"")
                       .with("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT"));
    });
    m_fixture->add("GET", "/empty", [](const Request &, const Reply &reply) {
        reply.send(Response::file("text/plain", {}));
    });
    m_fixture->add("GET", "/short", [](const Request &, const Reply &reply) {
        auto device = std::make_shared<QBuffer>();
        device->setData("short");
        device->open(QIODevice::ReadOnly);
        reply.send(Response::file("text/plain", device, 10));
    });
    m_fixture->add("GET", "/endless", [this](const Request &, const Reply &reply) {
        reply.send(Response::file("text/plain", std::make_shared<Endless>(*m_record), 200'000'000));
    });
    m_fixture->add("GET", "/sequential", [this](const Request &, const Reply &reply) {
        reply.send(Response::file("text/plain", std::make_shared<Endless>(*m_record), 1000));
    });
    m_fixture->add("GET", "/ping",
                   [](const Request &, const Reply &reply) { reply.send(Response::data("null")); });
    m_port = m_fixture->listen();
}

void TestDownloads::cleanup()
{
    m_fixture.reset();
}

// RFC 9110 14.1.2 and 14.2
void TestDownloads::choosesTheRange_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<qint64>("size");
    QTest::addColumn<RangeChoice>("choice");
    const auto row = [](const char *field, qint64 size, RangeChoice choice) {
        QTest::addRow("%s of %lld", field, size) << QByteArray(field) << size << choice;
    };
    const RangeChoice whole;
    const RangeChoice behind{ Kind::Unsatisfiable };
    row("", 1000, whole);
    row("bytes=0-0", 1000, { Kind::Part, 0, 1 });
    row("bytes=0-499", 1000, { Kind::Part, 0, 500 });
    row("bytes=500-", 1000, { Kind::Part, 500, 500 });
    row("bytes=999-", 1000, { Kind::Part, 999, 1 });
    row("bytes=999-5000", 1000, { Kind::Part, 999, 1 });
    row("bytes=0-999999999999999999999999", 1000, { Kind::Part, 0, 1000 });
    row("bytes=-1", 1000, { Kind::Part, 999, 1 });
    row("bytes=-5000", 1000, { Kind::Part, 0, 1000 });
    row("bytes=-99999999999999999999", 1000, { Kind::Part, 0, 1000 });
    row("BYTES=007-9", 1000, { Kind::Part, 7, 3 });
    row("bytes= 1-2", 1000, { Kind::Part, 1, 2 });
    row("bytes=1000-", 1000, behind);
    row("bytes=99999999999999999999-", 1000, behind);
    row("bytes=-0", 1000, behind);
    row("bytes=0-", 0, behind);
    row("bytes=-1", 0, behind);
    row("bytes=0-1,5-6", 1000, whole); // several ranges
    row("bytes=0-1,", 1000, whole);
    row("bytes=2-1", 1000, whole);
    row("bytes=-", 1000, whole);
    row("bytes=", 1000, whole);
    row("bytes=5", 1000, whole);
    row("bytes=a-b", 1000, whole);
    row("bytes=+1-2", 1000, whole);
    row("bytes=1--2", 1000, whole);
    row("bytes=--2", 1000, whole);
    row("bytes=0x1-2", 1000, whole);
    row("bytes", 1000, whole);
    row("items=0-1", 1000, whole);
}

void TestDownloads::choosesTheRange()
{
    QFETCH(QByteArray, field);
    QFETCH(qint64, size);
    QTEST(Http::chooseRange(field, size), "choice");
}

void TestDownloads::sendsContentPieceByPiece()
{
    Client client(m_port);
    const auto file = client.call("GET", "/file");
    QCOMPARE(file.status, 200);
    QCOMPARE(file.headers.value("content-disposition"), QByteArray("attachment"));
    QCOMPARE(file.headers.value("accept-ranges"), QByteArray("bytes"));
    QVERIFY(file.body == m_data);
    QCOMPARE(client.call("GET", "/empty").body, QByteArray());
    QCOMPARE(client.call("GET", "/ping").status, 200);
}

void TestDownloads::sendsThePartThatIsAskedFor_data()
{
    QTest::addColumn<QByteArray>("range");
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("length");
    const qint64 size = m_data.size();
    QTest::newRow("the beginning") << QByteArray("0-99") << qint64(0) << qint64(100);
    QTest::newRow("the middle") << QByteArray("100000-299999") << qint64(100'000)
                                << qint64(200'000);
    QTest::newRow("from there on")
        << QByteArray("1000000-") << qint64(1'000'000) << size - 1'000'000;
    QTest::newRow("the end") << QByteArray("-10") << size - 10 << qint64(10);
}

void TestDownloads::sendsThePartThatIsAskedFor()
{
    QFETCH(QByteArray, range);
    QFETCH(qint64, first);
    QFETCH(qint64, length);
    Client client(m_port);
    const auto part = client.call("GET", "/file", "Range: bytes=" + range + "\r\n");
    QCOMPARE(part.status, 206);
    QCOMPARE(part.headers.value("content-range"),
             QByteArray("bytes " + QByteArray::number(first) + '-'
                        + QByteArray::number(first + length - 1) + '/'
                        + QByteArray::number(m_data.size())));
    QCOMPARE(part.headers.value("etag"), QByteArray("\"v1\""));
    QCOMPARE(part.headers.value("content-disposition"), QByteArray("attachment"));
    QVERIFY(part.body == m_data.mid(first, length));
    QCOMPARE(client.call("GET", "/ping").status, 200);
}

void TestDownloads::saysThatARangeLiesBehindTheEnd()
{
    Client client(m_port);
    const auto behind = client.call("GET", "/file", "Range: bytes=9999999-\r\n");
    QCOMPARE(behind.status, 416);
    QCOMPARE(behind.code(), 41600);
    QCOMPARE(behind.headers.value("content-range"), "bytes */" + QByteArray::number(m_data.size()));
    QCOMPARE(client.call("GET", "/ping").status, 200);
}

void TestDownloads::sendsThePartOnlyOfWhatTheClientHas_data()
{
    QTest::addColumn<QByteArray>("condition");
    QTest::addColumn<int>("status");
    QTest::newRow("this version") << QByteArray("\"v1\"") << 206;
    QTest::newRow("another version") << QByteArray("\"v0\"") << 200;
    QTest::newRow("weak") << QByteArray("W/\"v1\"") << 200;
    QTest::newRow("this date") << QByteArray("Fri, 20 Nov 2026 10:00:00 GMT") << 206;
    QTest::newRow("a later date") << QByteArray("Fri, 20 Nov 2026 10:00:01 GMT") << 200;
    QTest::newRow("anything else") << QByteArray("*") << 200;
}

void TestDownloads::sendsThePartOnlyOfWhatTheClientHas()
{
    QFETCH(QByteArray, condition);
    Client client(m_port);
    const auto answer =
        client.call("GET", "/file", "Range: bytes=5-9\r\nIf-Range: " + condition + "\r\n");
    QTEST(answer.status, "status");
    QCOMPARE(answer.body.size(), answer.status == 206 ? 5 : m_data.size());
}

void TestDownloads::answersHeadWithTheWholeLength()
{
    Client client(m_port);
    const auto head = client.call("HEAD", "/file", "Range: bytes=0-1\r\n");
    QCOMPARE(head.status, 200);
    QCOMPARE(head.headers.value("content-length").toLongLong(), m_data.size());
    QCOMPARE(head.headers.value("accept-ranges"), QByteArray("bytes"));
    QCOMPARE(client.call("GET", "/ping").status, 200);
}

void TestDownloads::sendsWholeWhatCannotBeSought()
{
    Client client(m_port);
    const auto answer = client.call("GET", "/sequential", "Range: bytes=0-1\r\n");
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.body.size(), 1000);
    QVERIFY(!answer.headers.contains("accept-ranges"));
}

void TestDownloads::cutsTheConnectionWhenContentEndsEarly()
{
    Client client(m_port);
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(u"content ended before its Content-Length"_s));
    client.send("GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QVERIFY(client.waitForClosed());
}

void TestDownloads::readsNoFurtherThanTheClientDoes()
{
    Client slow(m_port, 1000);
    slow.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_VERIFY(m_record->read > 0);
    Client other(m_port);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(other.call("GET", "/ping").status, 200);
    QVERIFY2(m_record->read < 20'000'000, "more than any kernel's buffers hold");
    slow.socket.abort();
    QCOMPARE(other.call("GET", "/ping").status, 200);
}

void TestDownloads::cutsAClientThatTakesNothing()
{
    Client slow(m_port, 1000);
    QTest::ignoreMessage(QtInfoMsg, QRegularExpression(u"client does not read its answer"_s));
    slow.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_VERIFY(m_record->isGone);
}

QTEST_GUILESS_MAIN(TestDownloads)
#include "tst_downloads.moc"
