// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/responsereader.h"

#include <QTest>

using namespace Imap;

class TestResponseReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsResponses_data();
    void cutsResponses();
    void takesMemoryOnlyAsBytesArrive();
    void acceptsLongLinesOnlyWhereTheyBelong();
    void skipsAFetchThatIsTooLong_data();
    void skipsAFetchThatIsTooLong();
    void keepsNoLongerLiteralsThanWereAskedFor();
    void asksForTheMemoryOfLiterals();
    void takesLongListsOnlyWhereTheyWereAskedFor();
    void staysWrongAfterAnError();
};

void TestResponseReader::cutsResponses_data()
{
    QTest::addColumn<qsizetype>("piece");
    for (const int bytes : { 1, 2, 3, 5, 7, 64, 1000 })
        QTest::addRow("%d bytes at a time", bytes) << qsizetype(bytes);
}

void TestResponseReader::cutsResponses()
{
    QFETCH(qsizetype, piece);
    const QByteArray wire = "* 1 FETCH (BODY[] {5}\r\na\r\n{9 X {0}\r\n Y {2+}\r\nbc)\r\n"
                            "* OK {3}\r\n\r\nA1 OK\n";
    ResponseReader reader{ Limits{} };
    QByteArrayList texts;
    QByteArrayList literals;
    for (qsizetype at = 0; at < wire.size(); at += piece) {
        QByteArrayView rest = QByteArrayView(wire).sliced(at);
        rest = rest.first(std::min(piece, rest.size()));
        while (!rest.isEmpty()) {
            rest = rest.sliced(reader.feed(rest));
            if (!reader.isComplete())
                continue;
            const RawResponse raw = reader.take();
            texts += raw.text;
            literals += raw.literals;
        }
    }
    QVERIFY(!reader.error());
    QCOMPARE(texts,
             (QByteArrayList{ "* 1 FETCH (BODY[] {5} X {0} Y {2+})", "* OK {3}", "", "A1 OK" }));
    QCOMPARE(literals, (QByteArrayList{ "a\r\n{9", "", "bc" }));
}

void TestResponseReader::takesMemoryOnlyAsBytesArrive()
{
    ResponseReader reader{ Limits{} };
    reader.feed("* 1 FETCH (BODY[] {67108864}\r\n");
    QVERIFY(!reader.error());
    QCOMPARE(reader.literalBytesMissing(), 67108864);
    QCOMPARE(qsizetype(reader.literalSpace().size()), 16 * 1024 * 1024);
}

void TestResponseReader::acceptsLongLinesOnlyWhereTheyBelong()
{
    ResponseReader search{ Limits{} };
    search.feed("* SEARCH " + QByteArray("12345 ").repeated(500'000) + "\r\n");
    QVERIFY(!search.error());
    QVERIFY(search.isComplete());
    ResponseReader fetch{ Limits{} };
    fetch.feed("* 1 FETCH (X \"" + QByteArray(1'000'000, 'x') + "\")\r\n");
    QVERIFY(fetch.isComplete());
    ResponseReader other{ Limits{} };
    other.feed("* OK " + QByteArray(65'536, 'x'));
    QVERIFY(other.error());
}

void TestResponseReader::skipsAFetchThatIsTooLong_data()
{
    QTest::addColumn<QByteArray>("wire");
    const QByteArray words = QByteArray("(1 {2} ").repeated(300'000);
    QTest::newRow("one line") << "* 5 FETCH (UID 7 X " + words + ")\r\n";
    QTest::newRow("with literals")
        << "* 5 FETCH (UID 7 X " + words + "{5}\r\na\r\n)\n" + words + "{3}\r\nabc)\r\n";
}

void TestResponseReader::skipsAFetchThatIsTooLong()
{
    QFETCH(QByteArray, wire);
    ResponseReader reader{ Limits{} };
    wire += "* OK next\r\n";
    QList<RawResponse> responses;
    for (qsizetype at = 0; at < wire.size();) {
        at += reader.feed(
            QByteArrayView(wire).sliced(at, std::min<qsizetype>(999, wire.size() - at)));
        if (reader.isComplete())
            responses.append(reader.take());
    }
    QVERIFY(!reader.error());
    QCOMPARE(responses.size(), 2);
    QVERIFY(responses[0].isCut);
    QVERIFY(responses[0].text.startsWith("* 5 FETCH (UID 7 X "));
    QVERIFY(responses[0].text.size() <= Limits{}.fetchLineBytes);
    QVERIFY(!responses[1].isCut);
    QCOMPARE(responses[1].text, "* OK next");
    ResponseReader endless{ Limits{} };
    endless.feed("* 5 FETCH (" + QByteArray(66 * 1024 * 1024, 'x'));
    while (!endless.error())
        endless.feed(QByteArray(1024 * 1024, 'x'));
    QVERIFY(endless.error());
}

void TestResponseReader::keepsNoLongerLiteralsThanWereAskedFor()
{
    ResponseReader reader{ Limits{} };
    reader.setLiteralLimit(1000);
    const QByteArray tooLong =
        "* 1 FETCH (UID 7 BODY[] {5000000}\r\n" + QByteArray(5'000'000, 'x') + ")\r\n";
    QCOMPARE(reader.feed(tooLong), tooLong.size());
    QVERIFY(reader.isComplete());
    const RawResponse cut = reader.take();
    QVERIFY(cut.isCut); // a mail that is too long is lost, but the connection goes on
    QVERIFY(cut.literals.isEmpty());
    QCOMPARE(cut.bytes, tooLong.size());
    const QByteArray fits = "* 1 FETCH (BODY[] {1000}\r\n" + QByteArray(1000, 'x') + ")\r\n";
    reader.feed(fits);
    QVERIFY(reader.isComplete());
    QCOMPARE(reader.take().literals, QList<QByteArray>{ QByteArray(1000, 'x') });
    // No mail can cause this literal, so it is an error of the server.
    reader.feed("* LIST () \"/\" {1001}\r\n");
    QVERIFY(reader.error());
}

void TestResponseReader::asksForTheMemoryOfLiterals()
{
    ResponseReader reader{ Limits{} };
    QList<qsizetype> asked;
    bool hasRoom = false;
    reader.setRoom([&](qsizetype bytes) {
        asked.append(bytes);
        return hasRoom;
    });
    const QByteArray wire = "* 1 FETCH (BODY[] {5}\r\nabcde)\r\n";
    const qsizetype taken = reader.feed(wire);
    QCOMPARE(wire.sliced(taken), QByteArray("abcde)\r\n"));
    QVERIFY(reader.isWaitingForRoom());
    QCOMPARE(reader.feed(QByteArrayView(wire).sliced(taken)), 0);
    reader.tryAgain();
    QVERIFY(reader.isWaitingForRoom());
    hasRoom = true;
    reader.tryAgain();
    QCOMPARE(reader.feed(QByteArrayView(wire).sliced(taken)), wire.size() - taken);
    QVERIFY(reader.isComplete());
    QCOMPARE(asked, (QList<qsizetype>{ 5, 5, 5 }));
}

void TestResponseReader::takesLongListsOnlyWhereTheyWereAskedFor()
{
    ResponseReader reader{ Limits{} };
    reader.setSearching(false);
    reader.feed("* SEARCH " + QByteArray("12345 ").repeated(50'000) + "\r\n");
    QVERIFY(reader.error());
}

void TestResponseReader::staysWrongAfterAnError()
{
    ResponseReader reader{ Limits{} };
    reader.feed("* 1 FETCH (BODY[] {99999999}\r\n");
    QVERIFY(reader.error());
    QCOMPARE(reader.feed("* OK fine\r\n"), 0);
    QVERIFY(!reader.isComplete());
}

QTEST_APPLESS_MAIN(TestResponseReader)
#include "tst_responsereader.moc"
