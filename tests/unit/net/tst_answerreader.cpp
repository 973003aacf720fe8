// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/answerreader.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using Net::AnswerReader;
using Net::HttpAnswer;
using Net::HttpHeaders;
using State = AnswerReader::State;

namespace {

constexpr qsizetype mostBody = 16;

/// Everything that the reader reports of an answer.
struct Read {
    State state = State::Head;
    HttpAnswer answer;
    bool mayGoOn = false;
    qsizetype used = 0;
};

Read resultOf(const AnswerReader &reader, qsizetype used)
{
    const HttpAnswer answer = reader.hasHead() ? reader.answer() : HttpAnswer();
    return { reader.state(), answer, reader.mayGoOn(), used };
}

Read readInPieces(const QByteArray &bytes, qsizetype size, bool ends)
{
    AnswerReader reader(mostBody);
    qsizetype used = 0;
    for (qsizetype at = 0; at < bytes.size() && !reader.isOver(); at += size) {
        const qsizetype piece = std::min(size, bytes.size() - at);
        used += reader.take(QByteArrayView(bytes).sliced(at, piece));
    }
    if (ends)
        reader.takeEnd();
    return resultOf(reader, used);
}

/// Feeds `first`, then `again` until the reader takes no more. Returns the number of bytes taken.
qsizetype flood(AnswerReader &reader, const QByteArray &first, const QByteArray &again)
{
    qsizetype used = reader.take(first);
    for (int i = 0; i < 1'000'000 && !reader.isOver(); ++i)
        used += reader.take(again);
    return used;
}

void addFloods()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("again");
    QTest::addColumn<bool>("hasStatus");
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    const QByteArray much(4096, 'x');
    QTest::newRow("header value") << ok + "X: " << much << false;
    QTest::newRow("header name") << ok << much << false;
    QTest::newRow("folded header") << ok + "X: y\r\n"
                                   << " " + much + "\r\n"
                                   << false;
    QTest::newRow("header lines") << ok << QByteArray("X: y\r\n") << false;
    QTest::newRow("long header lines") << ok << "X: " + much + "\r\n" << false;
    QTest::newRow("status line") << QByteArray("HTTP/1.1 200 ") << much << false;
    QTest::newRow("status number") << QByteArray("HTTP/1.1 2") << QByteArray(4096, '0') << false;
    QTest::newRow("100 Continue") << QByteArray() << QByteArray("HTTP/1.1 100 Continue\r\n\r\n")
                                  << false;
    QTest::newRow("early hints") << QByteArray()
                                 << "HTTP/1.1 103 Early Hints\r\nLink: " + much + "\r\n\r\n"
                                 << false;
    const QByteArray chunks = ok + "Transfer-Encoding: chunked\r\n\r\n";
    QTest::newRow("chunk extension") << chunks + "5;a=" << much << true;
    QTest::newRow("chunk extensions") << chunks << "1;a=" + QByteArray(900, 'x') + "\r\ny\r\n"
                                      << true;
    QTest::newRow("chunk size") << chunks << QByteArray(4096, '0') << true;
    QTest::newRow("trailer") << chunks + "0\r\nX: " << much << true;
    QTest::newRow("trailer lines") << chunks + "0\r\n" << QByteArray("X: y\r\n") << true;
    QTest::newRow("body") << ok + "\r\n" << much << true;
    QTest::newRow("body in chunks") << chunks << QByteArray("8\r\n12345678\r\n") << true;
}

} // namespace

class TestAnswerReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAnswers_data();
    void readsAnswers();
    void joinsFields_data();
    void joinsFields();
    void refusesWhatIsNoAnswer_data();
    void refusesWhatIsNoAnswer();
    void endsAFlood_data();
    void endsAFlood();
    void endsAFloodOfSingleBytes_data();
    void endsAFloodOfSingleBytes();
};

void TestAnswerReader::readsAnswers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("ends");
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isCut");
    QTest::addColumn<bool>("mayGoOn");
    const auto row = [](const char *name, const QByteArray &bytes, bool ends, State state,
                        int status, const QByteArray &body, bool isCut, bool mayGoOn) {
        QTest::newRow(name) << bytes << ends << int(state) << status << body << isCut << mayGoOn;
    };
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    const QByteArray chunks = ok + "Transfer-Encoding: chunked\r\n\r\n";
    row("length", ok + "Content-Length: 2\r\n\r\nok", false, State::Done, 200, "ok", false, true);
    row("no reason", "HTTP/1.1 202\r\nContent-Length: 0\r\n\r\n", false, State::Done, 202, "",
        false, true);
    row("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", false, State::Done, 200,
        "ok", false, true);
    row("same length twice", ok + "Content-Length: 2, 2\r\nContent-Length: 2\r\n\r\nok", false,
        State::Done, 200, "ok", false, true);
    row("length is not reached", ok + "Content-Length: 5\r\n\r\nok", true, State::Bad, 200, "ok",
        true, false);
    row("body of the greatest size", ok + "Content-Length: 16\r\n\r\n1234567890123456", false,
        State::Done, 200, "1234567890123456", false, true);
    row("body of one byte more", ok + "Content-Length: 17\r\n\r\n12345678901234567", false,
        State::Done, 200, "1234567890123456", true, false);
    row("length of many digits", ok + "Content-Length: 99999999999999999999\r\n\r\nok", true,
        State::Bad, 200, "ok", true, false);
    row("until the end", ok + "\r\nok", true, State::Done, 200, "ok", false, false);
    row("still open", ok + "\r\nok", false, State::Body, 200, "ok", true, false);
    row("no content", "HTTP/1.1 204 No Content\r\nContent-Length: 7\r\n\r\n", false, State::Done,
        204, "", false, true);
    row("not modified", "HTTP/1.1 304 Not Modified\r\n\r\n", false, State::Done, 304, "", false,
        true);
    row("closes", ok + "Connection: x, Close\r\nContent-Length: 0\r\n\r\n", false, State::Done, 200,
        "", false, false);
    row("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", false, State::Done, 200, "ok",
        false, false);
    row("odd field name", ok + "Content-Length : 9\r\nContent-Length: 2\r\n\r\nok", false,
        State::Done, 200, "ok", false, false);
    row("interim answers",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok
            + "Content-Length: 2\r\n\r\nok",
        false, State::Done, 200, "ok", false, true);
    row("chunks", chunks + "1\r\no\r\n01;a=\"b\"\r\nk\r\n0\r\nX: y\r\n\r\n", false, State::Done,
        200, "ok", false, true);
    row("chunks that end early", chunks + "5\r\nok", true, State::Bad, 200, "ok", true, false);
    row("broken chunk", chunks + "2\r\nokay\r\n", false, State::Bad, 200, "ok", true, false);
    row("chunks and a length",
        ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", false,
        State::Done, 200, "ok", false, false);
    row("coding before the chunks",
        ok + "Transfer-Encoding: gzip\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        false, State::Done, 200, "ok", false, true);
    row("unknown coding", ok + "Transfer-Encoding: x\r\nContent-Length: 1\r\n\r\nok", true,
        State::Done, 200, "ok", false, false);
}

void TestAnswerReader::readsAnswers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, ends);
    QFETCH(int, state);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(bool, isCut);
    QFETCH(bool, mayGoOn);
    for (const qsizetype size : { bytes.size(), qsizetype(1), qsizetype(3), qsizetype(7) }) {
        const Read read = readInPieces(bytes, size, ends);
        QCOMPARE(int(read.state), state);
        QCOMPARE(read.answer.status, status);
        QCOMPARE(read.answer.body, body);
        QCOMPARE(read.answer.isCut, isCut);
        QCOMPARE(read.mayGoOn, mayGoOn);
    }
    const bool isWhole = state == int(State::Done) && !isCut;
    if (isWhole && !ends) { // what follows is not taken
        const QByteArray more = bytes + "HTTP/1.1 500 X\r\n\r\n";
        QCOMPARE(readInPieces(more, more.size(), false).used, bytes.size());
    }
}

void TestAnswerReader::joinsFields_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<HttpHeaders>("headers");
    QTest::newRow("in order") << QByteArray("B: 1\r\na:2 \r\nB:\t3\r\n")
                              << HttpHeaders{ { "b", "1" }, { "a", "2" }, { "b", "3" } };
    QTest::newRow("folded") << QByteArray("A: 1\r\n  2\r\n\t3\r\nB: 4\r\n")
                            << HttpHeaders{ { "a", "1 2 3" }, { "b", "4" } };
    QTest::newRow("folded at once")
        << QByteArray(" A: 1\r\nB: 4\r\n") << HttpHeaders{ { "b", "4" } };
    QTest::newRow("empty value") << QByteArray("A:\r\n") << HttpHeaders{ { "a", "" } };
    QTest::newRow("no token") << QByteArray("A b: 1\r\n: 2\r\nC: 3\r\n")
                              << HttpHeaders{ { "c", "3" } };
}

void TestAnswerReader::joinsFields()
{
    QFETCH(QByteArray, fields);
    QFETCH(HttpHeaders, headers);
    const QByteArray bytes = "HTTP/1.1 204 No Content\r\n" + fields + "\r\n";
    for (const qsizetype size : { bytes.size(), qsizetype(1) })
        QCOMPARE(readInPieces(bytes, size, false).answer.headers, headers);
}

void TestAnswerReader::refusesWhatIsNoAnswer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isHttp");
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    QTest::newRow("other protocol") << QByteArray("220 mail.example.org ESMTP\r\n") << false;
    QTest::newRow("its first bytes") << QByteArray("SSH-2.0") << false;
    QTest::newRow("short line") << QByteArray("HTTP\r\n") << false;
    QTest::newRow("HTTP/2") << QByteArray("HTTP/2 200 OK\r\n\r\n") << false;
    QTest::newRow("no version") << QByteArray("HTTP/1. 200 OK\r\n\r\n") << true;
    QTest::newRow("no status") << QByteArray("HTTP/1.1\r\n\r\n") << true;
    QTest::newRow("short status") << QByteArray("HTTP/1.1 20\r\n\r\n") << true;
    QTest::newRow("long status") << QByteArray("HTTP/1.1 2000 OK\r\n\r\n") << true;
    QTest::newRow("status of letters") << QByteArray("HTTP/1.1 2x0 OK\r\n\r\n") << true;
    QTest::newRow("status 0") << QByteArray("HTTP/1.1 000 OK\r\n\r\n") << true;
    QTest::newRow("negative status") << QByteArray("HTTP/1.1 -20 OK\r\n\r\n") << true;
    QTest::newRow("other protocol asked for")
        << QByteArray("HTTP/1.1 101 Switching Protocols\r\n\r\n") << true;
    QTest::newRow("interim, then something else")
        << QByteArray("HTTP/1.1 100 Continue\r\n\r\nhello\r\n") << true;
    QTest::newRow("no colon") << ok + "Content-Length\r\n\r\n" << true;
    QTest::newRow("two lengths") << ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n" << true;
    QTest::newRow("negative length") << ok + "Content-Length: -1\r\n\r\n" << true;
    QTest::newRow("length of letters") << ok + "Content-Length: ten\r\n\r\n" << true;
}

void TestAnswerReader::refusesWhatIsNoAnswer()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isHttp);
    for (const qsizetype size : { bytes.size(), qsizetype(1) }) {
        AnswerReader reader(mostBody);
        for (qsizetype at = 0; at < bytes.size(); at += size)
            reader.take(QByteArrayView(bytes).sliced(at, size));
        QCOMPARE(int(reader.state()), int(State::Bad));
        QVERIFY(!reader.hasHead());
        QVERIFY(!reader.isTooLong());
        QCOMPARE(reader.isHttp(), isHttp);
        QCOMPARE(reader.take("HTTP/1.1 200 OK\r\n\r\n"), 0);
    }
}

void TestAnswerReader::endsAFlood_data()
{
    addFloods();
}

void TestAnswerReader::endsAFlood()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, again);
    QFETCH(bool, hasStatus);
    AnswerReader reader(64 * 1024);
    const qsizetype used = flood(reader, first, again);
    QVERIFY(reader.isOver());
    QVERIFY(used <= AnswerReader::mostHead + 64 * 1024 + AnswerReader::mostFraming);
    QCOMPARE(reader.hasHead(), hasStatus);
    QVERIFY(!reader.mayGoOn());
    if (hasStatus)
        QVERIFY(reader.answer().isCut);
    else
        QVERIFY(used <= AnswerReader::mostHead);
}

void TestAnswerReader::endsAFloodOfSingleBytes_data()
{
    addFloods();
}

// Quadratic work would take minutes for as many bytes as the bounds allow.
void TestAnswerReader::endsAFloodOfSingleBytes()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, again);
    QElapsedTimer time;
    time.start();
    AnswerReader reader(64 * 1024);
    QByteArray bytes = first;
    while (bytes.size() < 256 * 1024)
        bytes += again;
    for (const char &byte : bytes)
        reader.take({ &byte, 1 });
    QVERIFY(reader.isOver());
    QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
}

QTEST_APPLESS_MAIN(TestAnswerReader)
#include "tst_answerreader.moc"
