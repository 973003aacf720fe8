// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/httpanswer.h"

#include <QTest>

using namespace Client;

class TestHttpAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsALengthInAnyPieces();
    void readsToTheEndOfTheConnection();
    void mayHaveNoBody();
    void givesTheBodyInPieces();
    void refusesWhatIsNoSuchAnswer_data();
    void refusesWhatIsNoSuchAnswer();
    void endsWithAHeadThatNeverEnds();
};

void TestHttpAnswer::readsALengthInAnyPieces()
{
    const QByteArray bytes = "HTTP/1.1 401 Unauthorized\r\nContent-Length:  5 \r\n"
                             "Retry-After: 7\r\n\r\nhello";
    for (qsizetype piece = 1; piece <= bytes.size(); ++piece) {
        HttpAnswer answer;
        for (qsizetype at = 0; at < bytes.size(); at += piece) {
            QVERIFY(!answer.isWhole());
            QVERIFY(answer.feed(bytes.mid(at, piece)));
        }
        QVERIFY(answer.isWhole());
        QCOMPARE(answer.status(), 401);
        const QList<std::pair<QByteArray, QByteArray>> expected{ { "content-length", "5" },
                                                                 { "retry-after", "7" } };
        QCOMPARE(answer.headers(), expected);
        QCOMPARE(answer.takeBody(100), "hello");
    }
}

void TestHttpAnswer::readsToTheEndOfTheConnection()
{
    HttpAnswer answer;
    QVERIFY(answer.feed("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\none"));
    QVERIFY(answer.feed(" two"));
    QCOMPARE(answer.takeBody(100), "one two");
    QVERIFY(!answer.isWhole());
    QVERIFY(answer.endsWithConnection());
}

void TestHttpAnswer::mayHaveNoBody()
{
    HttpAnswer answer;
    QVERIFY(answer.feed("HTTP/1.1 204 No Content\r\n\r\n"));
    QVERIFY(answer.isWhole());
    QCOMPARE(answer.bodySize(), 0);
}

void TestHttpAnswer::givesTheBodyInPieces()
{
    HttpAnswer answer;
    QVERIFY(answer.feed("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
    QCOMPARE(answer.takeBody(2), "he");
    QCOMPARE(answer.bodySize(), 3);
    QCOMPARE(answer.takeBody(100), "llo");
    QCOMPARE(answer.takeBody(100), "");
}

void TestHttpAnswer::refusesWhatIsNoSuchAnswer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("another protocol") << QByteArray("220 mail.example.org ESMTP\r\n\r\n");
    QTest::newRow("no number") << QByteArray("HTTP/1.1 abc OK\r\n\r\n");
    QTest::newRow("a status of its own") << QByteArray("HTTP/1.1 999 OK\r\n\r\n");
    QTest::newRow("a promise") << QByteArray("HTTP/1.1 100 Continue\r\n\r\n");
    QTest::newRow("no field") << QByteArray("HTTP/1.1 200 OK\r\nhello\r\n\r\n");
    QTest::newRow("chunks") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    QTest::newRow("less than nothing")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n");
    QTest::newRow("no length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n");
    QTest::newRow("more than was promised")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab");
}

void TestHttpAnswer::refusesWhatIsNoSuchAnswer()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!HttpAnswer().feed(bytes));
}

void TestHttpAnswer::endsWithAHeadThatNeverEnds()
{
    HttpAnswer answer(1000);
    QVERIFY(answer.feed(QByteArray(1000, 'a')));
    QVERIFY(!answer.feed("a"));
}

QTEST_APPLESS_MAIN(TestHttpAnswer)
#include "tst_client_httpanswer.moc"
