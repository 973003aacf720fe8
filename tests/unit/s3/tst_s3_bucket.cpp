// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/bucket.h"
#include "support/awaited.h"
#include "support/manualclock.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/** A store that gives the next answer of a list to each request. An empty answer: it stays silent. */
class Store : public QTcpServer
{
public:
    explicit Store(QList<QByteArray> answers) : m_answers(std::move(answers))
    {
        if (!listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                const auto got = std::make_shared<QByteArray>();
                connect(socket, &QTcpSocket::readyRead, this,
                        [this, socket, got] { read(socket, *got); });
            }
        });
    }

    S3::Settings settings() const
    {
        return { .url = QUrl(u"http://127.0.0.1:%1"_s.arg(serverPort())),
                 .bucket = "box",
                 .region = "us-east-1",
                 .accessKey = "KEY",
                 .secretKey = "the-secret-key",
                 .prefix = "mail/" };
    }

    QList<QByteArray> lines;  ///< the first line of each request
    QList<QByteArray> bodies; ///< of each request

private:
    void read(QTcpSocket *socket, QByteArray &got)
    {
        got += socket->readAll();
        const qsizetype end = got.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        const qsizetype at = got.indexOf("Content-Length: ");
        const qsizetype size =
            at < 0 || at > end ? 0 : got.mid(at + 16, 9).split('\r').first().toInt();
        if (got.size() < end + 4 + size)
            return;
        lines.append(got.left(got.indexOf('\r')));
        bodies.append(got.mid(end + 4, size));
        got.clear();
        const QByteArray answer = m_answers.isEmpty() ? QByteArray() : m_answers.takeFirst();
        socket->write(answer);
        if (answer.contains("Connection: close"))
            socket->disconnectFromHost();
    }

    QList<QByteArray> m_answers;
};

QByteArray answer(const QByteArray &status, const QByteArray &body = {},
                  const QByteArray &more = {})
{
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n"
        + more + "\r\n" + body;
}

QByteArray refusal(const QByteArray &status, const QByteArray &code)
{
    return answer(status, "<Error><Code>" + code + "</Code></Error>");
}

const QByteArray cut = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nab";

/** A bucket of such a store, with short waits. */
struct Fixture {
    explicit Fixture(const QList<QByteArray> &answers) : store(answers) { }

    Store store;
    ManualClock clock;
    QThreadPool pool;
    QObject owner;
    S3::Bucket bucket{
        store.settings(), clock,  pool,
        Net::TlsPolicy(), &owner, { .ofTry = 400ms, .ofAll = 5s, .pauses = { 1ms, 1ms } }
    };
};

} // namespace

class TestS3Bucket : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void putsGetsAndRemoves();
    void listsWithEscapes();
    void triesAgain_data();
    void triesAgain();
    void givesUp_data();
    void givesUp();
    void removalOfNothingIsARemoval();
    void endsAtOnce();
    void runsSixteenCallsAtATime();
};

void TestS3Bucket::putsGetsAndRemoves()
{
    const QByteArray large(200'000, 'x'); // hashed by the pool
    Fixture fixture({ answer("200 OK"), answer("200 OK", "abcde"), answer("204 No Content") });
    QVERIFY(awaited(fixture.bucket.put("t/0", large)));
    const auto got = awaited(fixture.bucket.get("t/0", 5));
    QVERIFY(got);
    QCOMPARE(*got, "abcde");
    QVERIFY(awaited(fixture.bucket.remove("t/0")));
    const QList<QByteArray> expected{ "PUT /box/mail/t/0 HTTP/1.1", "GET /box/mail/t/0 HTTP/1.1",
                                      "DELETE /box/mail/t/0 HTTP/1.1" };
    QCOMPARE(fixture.store.lines, expected);
    QCOMPARE(fixture.store.bodies.first(), large);
}

void TestS3Bucket::listsWithEscapes()
{
    const QByteArray page =
        "<ListBucketResult><Contents><Key>mail/t/0</Key></Contents>"
        "<Contents><Key>elsewhere</Key></Contents>"
        "<IsTruncated>true</IsTruncated>"
        "<NextContinuationToken>1+/=</NextContinuationToken></ListBucketResult>";
    const QByteArray last =
        "<ListBucketResult><CommonPrefixes><Prefix>mail/t/</Prefix></CommonPrefixes>"
        "</ListBucketResult>";
    Fixture fixture({ answer("200 OK", page), answer("200 OK", last) });
    const auto keys = awaited(fixture.bucket.keys("t/", {}));
    QVERIFY(keys);
    QCOMPARE(*keys, (S3::Listing{ { "t/0" }, {}, "1+/=" }));
    const auto folders = awaited(fixture.bucket.folders(keys->next));
    QVERIFY(folders);
    QCOMPARE(*folders, (S3::Listing{ {}, { "t/" }, {} }));
    const QList<QByteArray> expected{
        "GET /box?list-type=2&prefix=mail%2Ft%2F HTTP/1.1",
        "GET /box?continuation-token=1%2B%2F%3D&delimiter=%2F&list-type=2&prefix=mail%2F HTTP/1.1"
    };
    QCOMPARE(fixture.store.lines, expected);
}

void TestS3Bucket::triesAgain_data()
{
    QTest::addColumn<QByteArray>("first");

    QTest::newRow("500") << refusal("500 X", "InternalError");
    QTest::newRow("503") << refusal("503 X", "SlowDown");
    QTest::newRow("429") << answer("429 X");
    QTest::newRow("cut") << cut;
    QTest::newRow("wrong length") << answer("200 OK", "abcdef");
    QTest::newRow("closed") << QByteArray("Connection: close"); // not HTTP
    QTest::newRow("silent") << QByteArray();
}

void TestS3Bucket::triesAgain()
{
    QFETCH(QByteArray, first);
    Fixture fixture({ first, answer("200 OK", "abcde") });
    const auto got = awaited(fixture.bucket.get("t/0", 5));
    QVERIFY2(got, qPrintable(got ? QString() : got.error().message));
    QCOMPARE(*got, "abcde");
    QCOMPARE(fixture.store.lines.size(), 2);
}

void TestS3Bucket::givesUp_data()
{
    using enum Error::Code;
    QTest::addColumn<QByteArray>("every");
    QTest::addColumn<Error::Code>("code");
    QTest::addColumn<int>("tries");
    QTest::addColumn<QString>("says");

    QTest::newRow("wrong secret") << refusal("403 X", "SignatureDoesNotMatch") << Storage << 1
                                  << u"POSTRIDER_S3_SECRET_KEY"_s;
    QTest::newRow("unknown key") << refusal("403 X", "InvalidAccessKeyId") << Storage << 1
                                 << u"s3.access_key"_s;
    QTest::newRow("not allowed") << refusal("403 X", "AccessDenied") << Storage << 1
                                 << u"must be allowed"_s;
    QTest::newRow("clock") << refusal("403 X", "RequestTimeTooSkewed") << Storage << 1
                           << u"clock"_s;
    QTest::newRow("no bucket") << refusal("404 X", "NoSuchBucket") << Storage << 1
                               << u"no bucket box"_s;
    QTest::newRow("no object") << refusal("404 X", "NoSuchKey") << NotFound << 1 << QString();
    QTest::newRow("redirection") << answer("307 X", {}, "Location: http://127.0.0.1:1/\r\n")
                                 << Storage << 1 << u"redirection"_s;
    QTest::newRow("full") << refusal("507 X", "XMinioStorageFull") << StorageFull << 1 << QString();
    QTest::newRow("quota") << refusal("403 X", "QuotaExceeded") << StorageFull << 1 << QString();
    QTest::newRow("500") << refusal("500 X", "InternalError") << Storage << 3 << u"500"_s;
    QTest::newRow("cut") << cut << Storage << 3 << u"length"_s;
    QTest::newRow("silent") << QByteArray() << Storage << 3 << u"in time"_s;
}

void TestS3Bucket::givesUp()
{
    QFETCH(QByteArray, every);
    QFETCH(Error::Code, code);
    QFETCH(int, tries);
    QFETCH(QString, says);
    Fixture fixture({ every, every, every, every });
    const auto got = awaited(fixture.bucket.get("t/0", 5));
    QVERIFY(!got);
    QCOMPARE(got.error().code, code);
    QCOMPARE(fixture.store.lines.size(), tries);
    QVERIFY2(got.error().message.contains(says), qPrintable(got.error().message));
    QVERIFY(!got.error().message.contains(u"the-secret-key"));
}

void TestS3Bucket::removalOfNothingIsARemoval()
{
    Fixture fixture({ refusal("404 X", "NoSuchKey") });
    QVERIFY(awaited(fixture.bucket.remove("t/0")));
}

void TestS3Bucket::endsAtOnce()
{
    Fixture fixture({});
    QTimer::singleShot(50ms, &fixture.owner, [&fixture] { fixture.bucket.abort(); });
    const auto got = awaited(fixture.bucket.get("t/0", 5));
    QVERIFY(!got);
    QCOMPARE(got.error().code, Error::Code::Storage);
    QCOMPARE(fixture.store.lines.size(), 1);
    QVERIFY(!awaited(fixture.bucket.get("t/0", 5)));
    QCOMPARE(fixture.store.lines.size(), 1);
}

void TestS3Bucket::runsSixteenCallsAtATime()
{
    Fixture fixture({});
    int ended = 0;
    const auto get = [&fixture, &ended]() -> QCoro::Task<> {
        const auto got = co_await fixture.bucket.get("t/0", 5);
        ended += got ? 0 : 1;
    };
    for (int i = 0; i < 20; ++i)
        get();
    QTRY_COMPARE(fixture.store.lines.size(), 16);
    fixture.bucket.abort();
    QTRY_COMPARE(ended, 20);
    QCOMPARE(fixture.store.lines.size(), 16);
}

QTEST_GUILESS_MAIN(TestS3Bucket)
#include "tst_s3_bucket.moc"
