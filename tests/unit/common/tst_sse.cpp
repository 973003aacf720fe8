// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/sse.h"

#include <QTest>

using namespace Qt::StringLiterals;

class tst_Sse : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void writesFrames();
    void readsStreams_data();
    void readsStreams();
    void readsAnySplitOfTheBytes();
    void readsWhatItWrites();
    void dropsAnEventPastTheLimitAndGoesOn();
};

void tst_Sse::writesFrames()
{
    QCOMPARE(Sse::frame("heartbeat", "{}"), "event: heartbeat\ndata: {}\n\n"_ba);
    QCOMPARE(Sse::frame("a", "x\ny", 7), "id: 7\nevent: a\ndata: x\ndata: y\n\n"_ba);
    QCOMPARE(Sse::retryFrame(3000), "retry: 3000\n\n"_ba);
}

void tst_Sse::readsStreams_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<Sse::Event>>("events");
    using Events = QList<Sse::Event>;
    QTest::newRow("one") << "event: a\ndata: b\n\n"_ba << Events{ { "a", "b", "" } };
    QTest::newRow("CR and CRLF") << "data: 1\r\rdata: 2\r\n\r\n"_ba
                                 << Events{ { "", "1", "" }, { "", "2", "" } };
    QTest::newRow("comment, unknown field, no space")
        << ":hi\nfoo: bar\ndata:x\n\n"_ba << Events{ { "", "x", "" } };
    QTest::newRow("no data, no event") << "event: a\n\n"_ba << Events{};
    QTest::newRow("the name is forgotten, the id stays")
        << "event: a\nid: 5\ndata: x\n\ndata: y\n\n"_ba
        << Events{ { "a", "x", "5" }, { "", "y", "5" } };
    QTest::newRow("an id with NUL is ignored")
        << "id: 1\0\ndata: x\n\n"_ba << Events{ { "", "x", "" } };
    QTest::newRow("byte order mark")
        << "\xef\xbb\xbf\x64\x61ta: x\n\n"_ba << Events{ { "", "x", "" } };
    QTest::newRow("unfinished") << "data: x\n"_ba << Events{};
    QTest::newRow("empty data lines") << "data\ndata:\n\n"_ba << Events{ { "", "\n", "" } };
}

void tst_Sse::readsStreams()
{
    QFETCH(QByteArray, bytes);
    Sse::Parser parser;
    QTEST(parser.feed(bytes), "events");
}

void tst_Sse::readsAnySplitOfTheBytes()
{
    const QByteArray bytes = "retry: 10\r\n\r\nid: 1\r\nevent: a\r\ndata: x\r\ndata: y\r\n\r\n";
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
        Sse::Parser parser;
        QList<Sse::Event> events = parser.feed(bytes.first(cut));
        events += parser.feed(bytes.sliced(cut));
        QCOMPARE(events, (QList<Sse::Event>{ { "a", "x\ny", "1" } }));
        QCOMPARE(parser.retryMs(), 10);
    }
}

void tst_Sse::readsWhatItWrites()
{
    Sse::Parser parser;
    const QByteArray stream =
        Sse::retryFrame(1) + Sse::frame("a", "{\"x\":1}", 9) + Sse::frame("b", "2");
    QCOMPARE(parser.feed(stream),
             (QList<Sse::Event>{ { "a", "{\"x\":1}", "9" }, { "b", "2", "9" } }));
    QCOMPARE(parser.lastId(), "9");
}

void tst_Sse::dropsAnEventPastTheLimitAndGoesOn()
{
    Sse::Parser parser(16);
    const QByteArray stream = "data: " + QByteArray(100, 'x') + "\n\ndata: y\n\n";
    QCOMPARE(parser.feed(stream), (QList<Sse::Event>{ { "", "y", "" } }));
}

QTEST_GUILESS_MAIN(tst_Sse)
#include "tst_sse.moc"
