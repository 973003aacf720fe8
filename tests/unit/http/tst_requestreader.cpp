// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/requestreader.h"

#include <QTest>

using Http::RequestReader;

namespace {

/** What came out of some bytes. */
struct Outcome {
    int code = 0; ///< 0: one complete request
    QByteArray target;
    QByteArray body;
    QByteArray rest;

    bool operator==(const Outcome &) const = default;
};

Outcome read(const QByteArray &bytes, qsizetype pieceSize, Http::Limits limits, qint64 bodyLimit)
{
    RequestReader reader(limits);
    qsizetype at = 0;
    qsizetype end = 0;
    while (at < bytes.size()) {
        end = std::min(bytes.size(), std::max(end, at + pieceSize));
        at += reader.take(QByteArrayView(bytes).sliced(at, end - at));
        if (reader.state() == RequestReader::State::HeadDone)
            reader.acceptBody(bodyLimit, true);
        if (reader.state() == RequestReader::State::Bad)
            return { int(reader.failure().error), {}, {}, {} };
        if (reader.state() == RequestReader::State::Done)
            return { 0, reader.head().target, reader.takeBody(), bytes.mid(at) };
    }
    return { -1, {}, {}, {} };
}

Http::Limits smallLimits()
{
    Http::Limits limits;
    limits.headBytes = 600;
    limits.uriBytes = 200;
    limits.headerFields = 10;
    return limits;
}

} // namespace

class TestRequestReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsInAnySplit_data();
    void readsInAnySplit();
    void keepsFieldsInOrderWithLowerNames();
    void knowsWhetherTheConnectionStays_data();
    void knowsWhetherTheConnectionStays();
    void handsPiecesOnWithoutKeepingThem();
    void refusesVeryManyTinyChunks();
    void readsOneRequestAfterAnother();
};

void TestRequestReader::readsInAnySplit_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("rest");

    const auto good = [](const char *name, const QByteArray &bytes, const QByteArray &body = {},
                         const QByteArray &rest = {}) {
        QTest::newRow(name) << bytes << 0 << body << rest;
    };
    const auto bad = [](const char *name, const QByteArray &bytes, int code = 40000) {
        QTest::newRow(name) << bytes << code << QByteArray() << QByteArray();
    };
    const QByteArray get = "GET /x HTTP/1.1\r\nHost: a\r\n";
    const QByteArray post = "POST /x HTTP/1.1\r\nHost: a\r\n";
    const QByteArray chunked = post + "Transfer-Encoding: chunked\r\n\r\n";

    good("plain", get + "\r\n");
    good("1.0 without host", "GET /x HTTP/1.0\r\n\r\n");
    good("empty lines before it", "\r\n\r\n" + get + "\r\n");
    good("length 0", post + "Content-Length: 0\r\n\r\n");
    good("with a body", post + "Content-Length: 5\r\n\r\nhello", "hello");
    good("body and what follows", post + "Content-Length: 2\r\n\r\nokGET /", "ok", "GET /");
    good("empty value", get + "X:\r\n\r\n");
    good("blanks around a value", get + "X: \t a b \t \r\n\r\n");
    good("bytes past ASCII in a value", get + "X: \xc3\xa4\r\n\r\n");
    good("chunks", chunked + "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", "hello!");
    good("chunk size in any case", chunked + "A\r\n0123456789\r\n00\r\n\r\n", "0123456789");
    good("chunk extension", chunked + "2;name=value\r\nok\r\n0\r\n\r\n", "ok");
    good("trailer", chunked + "2\r\nok\r\n0\r\nX: y\r\n\r\nrest", "ok", "rest");
    good("Chunked in capitals", post + "Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n");
    good("body of just the limit", post + "Content-Length: 20\r\n\r\n" + QByteArray(20, 'x'),
         QByteArray(20, 'x'));

    // Smuggling (RFC 9112 11.2)
    bad("length and chunked",
        post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    bad("chunked and length",
        post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n");
    bad("two lengths", post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nokk");
    bad("two equal lengths", post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok");
    bad("list of lengths", post + "Content-Length: 2, 2\r\n\r\nok");
    bad("signed length", post + "Content-Length: +2\r\n\r\nok");
    bad("negative length", post + "Content-Length: -2\r\n\r\nok");
    bad("hex length", post + "Content-Length: 0x2\r\n\r\nok");
    bad("empty length", post + "Content-Length:\r\n\r\n");
    bad("huge length", post + "Content-Length: 99999999999999999999\r\n\r\n");
    bad("two codings", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
    bad("chunked twice", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n");
    bad("identity", post + "Transfer-Encoding: identity\r\n\r\n");
    bad("chunked in 1.0", "POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    bad("blank before the colon", post + "Content-Length : 2\r\n\r\nok");
    bad("folded line", get + "X: a\r\n b\r\n\r\n");
    bad("folded first line", "GET /x HTTP/1.1\r\n Host: a\r\n\r\n");
    bad("bare LF in a field", get + "X: a\nY: b\r\n\r\n");
    bad("bare LF after the request line", "GET /x HTTP/1.1\nHost: a\r\n\r\n");
    bad("bare CR in a value", get + "X: a\rb\r\n\r\n");
    bad("NUL in a value", get + QByteArray("X: a\0b\r\n\r\n", 10));
    bad("name without colon", get + "X\r\n\r\n");
    bad("empty name", get + ": x\r\n\r\n");
    bad("odd name", get + "X\"Y: z\r\n\r\n");
    bad("two hosts", get + "Host: b\r\n\r\n");
    bad("two equal hosts", get + "Host: a\r\n\r\n");
    for (const char *name :
         { "Access-Control-Request-Method", "Authorization", "Content-Type", "Idempotency-Key",
           "If-Match", "If-Range", "Last-Event-ID", "Origin", "Range" }) {
        bad(name, get + name + ": 1\r\n" + QByteArray(name).toUpper() + ": 2\r\n\r\n");
    }
    good("lists may repeat", get + "X-Forwarded-For: 1\r\nX-Forwarded-For: 2\r\n\r\n");
    bad("no host", "GET /x HTTP/1.1\r\n\r\n");
    bad("chunk size that is none", chunked + "z\r\n");
    bad("empty chunk size", chunked + "\r\n");
    bad("signed chunk size", chunked + "+2\r\nok\r\n");
    bad("prefixed chunk size", chunked + "0x2\r\nok\r\n");
    bad("blank before a chunk size", chunked + " 2\r\nok\r\n");
    bad("chunk longer than it says", chunked + "2\r\nokay\r\n0\r\n\r\n");
    bad("chunk line ends in LF", chunked + "2\nok\r\n0\r\n\r\n");
    bad("CR in a chunk line", chunked + "2\r;x\r\nok\r\n");
    bad("endless chunk line", chunked + "2;" + QByteArray(2000, 'x'));

    bad("method that is no token", "G(T /x HTTP/1.1\r\nHost: a\r\n\r\n");
    bad("two blanks", "GET  /x HTTP/1.1\r\nHost: a\r\n\r\n");
    bad("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n");
    bad("absolute form", "GET http://a/x HTTP/1.1\r\nHost: a\r\n\r\n");
    bad("tab in the target", "GET /x\ty HTTP/1.1\r\nHost: a\r\n\r\n");
    bad("byte past ASCII in the target", "GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n");
    bad("HTTP/2", "PRI * HTTP/2.0\r\n\r\n");
    bad("HTTP/0.9", "GET /x\r\n\r\n");
    bad("HTTP/1.2", "GET /x HTTP/1.2\r\nHost: a\r\n\r\n");
    bad("lower case version", "GET /x http/1.1\r\nHost: a\r\n\r\n");
    bad("TLS on a plain port", "\x16\x03\x01\x02 x\r\n\r\n");
    bad("unknown expectation", post + "Expect: 200-ok\r\n\r\n");
    bad("many empty lines", "\r\n\r\n\r\n\r\n");

    bad("long target", "GET /" + QByteArray(200, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n", 41400);
    bad("target without end", "GET /" + QByteArray(700, 'x'), 41400);
    bad("long head", get + "X: " + QByteArray(700, 'x') + "\r\n\r\n", 43100);
    bad("head without end", get + "X: " + QByteArray(700, 'x'), 43100);
    bad("many fields", get + QByteArray("X: y\r\n").repeated(10) + "\r\n", 43100);
    bad("long body", post + "Content-Length: 21\r\n\r\n", 41301);
    bad("long chunked body", chunked + "15\r\n" + QByteArray(21, 'x'), 41301);
}

void TestRequestReader::readsInAnySplit()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, rest);
    const Outcome expected{ code, code == 0 ? "/x" : "", body, rest };
    for (qsizetype pieceSize = 1; pieceSize <= bytes.size(); ++pieceSize)
        QCOMPARE(read(bytes, pieceSize, smallLimits(), 20), expected);
}

void TestRequestReader::keepsFieldsInOrderWithLowerNames()
{
    const Http::Limits limits;
    RequestReader reader(limits);
    reader.take("GET /a/b?c=d?e HTTP/1.1\r\nHOST: h\r\nX-One: 1\r\nx-one: 2\r\n\r\n");
    const Http::Headers fields = { { "host", "h" }, { "x-one", "1" }, { "x-one", "2" } };
    QCOMPARE(reader.head().fields, fields);
    QCOMPARE(reader.head().path().toByteArray(), QByteArray("/a/b"));
    QCOMPARE(reader.head().query().toByteArray(), QByteArray("c=d?e"));
    QCOMPARE(reader.head().field("x-one"), QByteArray("1"));
}

void TestRequestReader::knowsWhetherTheConnectionStays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("stays");
    QTest::newRow("1.1") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\n\r\n") << true;
    QTest::newRow("1.1 close") << QByteArray(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n")
                               << false;
    QTest::newRow("1.1 close in a list")
        << QByteArray("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, close\r\n\r\n") << false;
    QTest::newRow("1.0") << QByteArray("GET / HTTP/1.0\r\n\r\n") << false;
    QTest::newRow("1.0 keep-alive")
        << QByteArray("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n") << true;
}

void TestRequestReader::knowsWhetherTheConnectionStays()
{
    QFETCH(QByteArray, bytes);
    const Http::Limits limits;
    RequestReader reader(limits);
    reader.take(bytes);
    QTEST(reader.head().isKeptAlive, "stays");
}

void TestRequestReader::handsPiecesOnWithoutKeepingThem()
{
    const Http::Limits limits;
    RequestReader reader(limits);
    QByteArray pieces;
    reader.take("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n");
    reader.acceptBody(-1, false, [&](QByteArrayView piece) { (pieces += piece) += '|'; });
    reader.take("abc");
    reader.take("def");
    QCOMPARE(pieces, QByteArray("abc|def|"));
    QCOMPARE(reader.bodyBytes(), 6);
    QVERIFY(reader.takeBody().isEmpty());
    QCOMPARE(reader.state(), RequestReader::State::Done);
}

void TestRequestReader::refusesVeryManyTinyChunks()
{
    const QByteArray head = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    const QByteArray tiny = QByteArray("1\r\nx\r\n").repeated(100);
    const QByteArray fair = QByteArray("10\r\n0123456789abcdef\r\n").repeated(100);
    QCOMPARE(read(head + tiny + "0\r\n\r\n", 1000, {}, -1).code, 40000);
    QCOMPARE(read(head + fair + "0\r\n\r\n", 1000, {}, -1).code, 0);
}

void TestRequestReader::readsOneRequestAfterAnother()
{
    const Http::Limits limits;
    RequestReader reader(limits);
    for (const QByteArray &target : QList<QByteArray>{ "/1", "/2", "/3" }) {
        reader.take("POST " + target
                    + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
        reader.acceptBody(-1, true);
        reader.take("2\r\nok\r\n0\r\n\r\n");
        QCOMPARE(reader.state(), RequestReader::State::Done);
        QCOMPARE(reader.head().target, target);
        QCOMPARE(reader.takeBody(), QByteArray("ok"));
        reader.reset();
        QCOMPARE(reader.state(), RequestReader::State::Idle);
    }
}

QTEST_GUILESS_MAIN(TestRequestReader)
#include "tst_requestreader.moc"
