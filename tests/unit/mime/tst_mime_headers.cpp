// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/encodedword.h"
#include "mime/headers.h"
#include "mime/parameters.h"
#include "mime/references.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeHeadersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsOrderAndRepeats();
    void readsBlockAlone();
    void stopsAtTheFieldLimit();
    void cutsLongFields();
    void readsMessageIds();
    void readsWhatAMailAnswers_data();
    void readsWhatAMailAnswers();
    void namesTheFirstAndTheLastOfManyReferences();
    void isEmptyForNothing();
    void goesOnBehindBrokenLines_data();
    void goesOnBehindBrokenLines();
    void guessesRawBytesTogether();
    void decodesText_data();
    void decodesText();
    void readsParameters_data();
    void readsParameters();
};

void MimeHeadersTest::keepsOrderAndRepeats()
{
    const Headers headers = Headers::parse("Received: one\r\nSubject: =?utf-8?Q?=C3=A9?=\r\n"
                                           "received: two\r\n  more\r\n\r\nX: body");
    const QList<DecodedField> expected{ { u"Received"_s, u"one"_s },
                                        { u"Subject"_s, u"é"_s },
                                        { u"received"_s, u"two  more"_s } };
    QCOMPARE(headers.decoded(), expected);
    QCOMPARE(headers.at(2).name, "received");
    QCOMPARE(headers.raw("RECEIVED"), "one");
    QVERIFY(!headers.contains("X"));
}

void MimeHeadersTest::readsBlockAlone() // as BODY[HEADER.FIELDS (...)] sends it
{
    const Headers headers = Headers::parse("Subject: x\r\nFrom: Ann <a@example.org>\r\n\r\n");
    QCOMPARE(headers.subject(), u"x"_s);
    QCOMPARE(headers.from(), (Address{ u"Ann"_s, u"a@example.org"_s }));
    QCOMPARE(headers.count(), 2);
    QCOMPARE(headers.defects(), Defects());
}

void MimeHeadersTest::stopsAtTheFieldLimit()
{
    const Headers headers =
        Headers::parse("A: 1\r\nB: 2\r\nC: 3\r\n more\r\n\r\nbody", { .headers = 2 });
    QCOMPARE(headers.count(), 2);
    QVERIFY(headers.isTruncated());
    QCOMPARE(headers.defects(), Defects(Defect::TooManyHeaders));
    QCOMPARE(headers.bodyBegin(), 27);
}

void MimeHeadersTest::cutsLongFields()
{
    const Headers headers =
        Headers::parse("A: 123456789\r\n abc\r\nB: 2\r\n\r\n", { .headerBytes = 6 });
    QCOMPARE(headers.text("A"), u"12345"_s);
    QCOMPARE(headers.text("B"), u"2"_s);
    QCOMPARE(headers.defects(), Defects(Defect::HeaderTooLong));
}

void MimeHeadersTest::readsMessageIds()
{
    const Headers headers =
        Headers::parse("References: <a@x>\r\n <b@y> junk <c\r\n @z> <open\r\n\r\n");
    const QList<QByteArray> expected{ "<a@x>", "<b@y>", "<c@z>" };
    QCOMPARE(headers.messageIds("References"), expected);
}

void MimeHeadersTest::readsWhatAMailAnswers_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QList<QByteArray>>("ids");
    const auto row = [](const char *name, const QByteArray &block, const QList<QByteArray> &ids) {
        QTest::newRow(name) << block << ids;
    };
    row("neither", "Subject: Re: <a@x>\n\n", {});
    row("both", "In-Reply-To: <b@x>\nReferences: <a@x> <b@x>\n\n", { "<a@x>", "<b@x>" });
    row("another one in reply", "References: <a@x>\nIn-Reply-To: <b@x>\n\n", { "<a@x>", "<b@x>" });
    row("several in reply", "In-Reply-To: <a@x> <b@x>\n\n", { "<a@x>", "<b@x>" });
    row("prose", "In-Reply-To: Your message of Monday\n\n", {});
    row("prose with an id", "In-Reply-To: Message from A of Monday <a@x>\n\n", { "<a@x>" });
    row("no brackets", "In-Reply-To: a@x\n\n", { "<a@x>" });
    row("no id", "In-Reply-To: something\nReferences: <>\n\n", {});
}

void MimeHeadersTest::readsWhatAMailAnswers()
{
    QFETCH(QByteArray, block);
    QFETCH(QList<QByteArray>, ids);
    QCOMPARE(Mime::references(Headers::parse(block)), ids);
}

void MimeHeadersTest::namesTheFirstAndTheLastOfManyReferences()
{
    QByteArray block = "References:";
    for (int i = 0; i < 100; ++i)
        block += " <" + QByteArray::number(i) + "@x>";
    const QList<QByteArray> ids = Mime::references(Headers::parse(block + "\n\n"));
    QCOMPARE(ids.size(), 31);
    QCOMPARE(ids[0], "<0@x>");
    QCOMPARE(ids[1], "<70@x>");
    QCOMPARE(ids.last(), "<99@x>");
}

void MimeHeadersTest::isEmptyForNothing()
{
    const Headers headers;
    QCOMPARE(headers.subject(), QString());
    QCOMPARE(headers.from(), Address());
    QVERIFY(!headers.date());
    QCOMPARE(headers.messageId(), QByteArray());
}

void MimeHeadersTest::goesOnBehindBrokenLines_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<qsizetype>("count");
    QTest::addColumn<QByteArray>("body");
    const QByteArray end = "Foo: x\n\nbody"_ba;
    const auto row = [](const char *name, const QByteArray &block, qsizetype count,
                        const QByteArray &body) {
        QTest::newRow(name) << block << count << body;
    };
    row("one", "A: 1\nbroken\n" + end, 2, "body");
    row("three", "A: 1\nbroken\nbroken\nbroken\n" + end, 2, "body");
    row("four", "A: 1\nbroken\nbroken\nbroken\nbroken\n" + end, 1,
        "broken\nbroken\nbroken\nbroken\n" + end);
    row("twice", "A: 1\nbroken\nB: 2\nbroken\n" + end, 3, "body");
    row("continued", "A: 1\nbroken\n more\n" + end, 2, "body");
    row("in front of the empty line", "A: 1\nbroken\n\nbody", 1, "body");
    row("text without an empty line", "A: 1\ntext\n", 1, "text\n");
    row("nothing behind the empty line", "A: 1\ntext\n\n", 1, "text\n\n");
    row("a boundary", "A: 1\n--B\n" + end, 1, "--B\n" + end);
    row("list", "A: 1,\n2,\n3,\n4,\n5,\n6\n" + end, 2, "body");
    row("parameters", "A: 1;\nb=2\n" + end, 2, "body");
    row("first line", "text\nFoo: x\n\nbody", 0, "text\nFoo: x\n\nbody");
}

void MimeHeadersTest::goesOnBehindBrokenLines()
{
    QFETCH(QByteArray, block);
    QFETCH(qsizetype, count);
    QFETCH(QByteArray, body);
    const Headers headers = Headers::parse(block);
    QCOMPARE(headers.count(), count);
    QCOMPARE(block.sliced(headers.bodyBegin()), body);
}

// For a list only a few fields are fetched. They must be read in the same way as in the whole mail.
void MimeHeadersTest::guessesRawBytesTogether()
{
    const QByteArray fields = "From: \xd5\xc5\xc8\xfd <a@example.org>\r\n"
                              "Subject: \xbb\xe1\xd2\xe9\xbc\xcd\xd2\xaa\r\n"_ba;
    const QByteArray others = "X-Other: Gr\xfc\xdf"
                              "e\r\n"_ba;
    for (const QByteArray &block : { fields + "\r\n", others + fields + "\r\n" }) {
        const Headers headers = Headers::parse(block);
        QCOMPARE(headers.rawCharset(), "GB18030");
        QCOMPARE(headers.from().name, u"张三"_s);
        QCOMPARE(headers.subject(), u"会议纪要"_s);
    }
}

void MimeHeadersTest::decodesText_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << "Hello"_ba << u"Hello"_s;
    QTest::newRow("blank between words goes") << "=?utf-8?Q?a?=  =?utf-8?Q?b?="_ba << u"ab"_s;
    QTest::newRow("blank to text stays") << "=?utf-8?Q?a?= b =?utf-8?Q?c?="_ba << u"a b c"_s;
    QTest::newRow("blank at the end goes") << "=?utf-8?Q?a?= "_ba << u"a"_s;
    QTest::newRow("empty word") << "a =?utf-8?Q?"
                                   "?= b"_ba
                                << u"a  b"_s;
    QTest::newRow("only a start") << "=?"_ba << u"=?"_s;
    QTest::newRow("start and charset") << "=?utf-8?"_ba << u"=?utf-8?"_s;
    QTest::newRow("start and encoding") << "=?utf-8?B?"_ba << u"=?utf-8?B?"_s;
    QTest::newRow("last mark cut") << "=?utf-8?Q?abc?"_ba << u"abc"_s;
    QTest::newRow("unknown charset") << "=?x-x?Q?abc?="_ba << u"abc"_s;
    QTest::newRow("tab") << "a\tb"_ba << u"a b"_s;
}

void MimeHeadersTest::decodesText()
{
    QFETCH(QByteArray, raw);
    QFETCH(QString, text);
    QCOMPARE(decodeHeaderText(Slice(raw)), text);
}

void MimeHeadersTest::readsParameters_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("boundary");
    QTest::newRow("quoted") << "multipart/mixed; boundary=\"a;b\""_ba
                            << "multipart/mixed"_ba
                            << "a;b"_ba;
    QTest::newRow("folded") << "Multipart/Mixed;\r\n\tboundary=ab"_ba
                            << "multipart/mixed"_ba
                            << "ab"_ba;
    QTest::newRow("blanks around =") << "multipart/mixed; boundary = \"ab\" ;x=y"_ba
                                     << "multipart/mixed"_ba
                                     << "ab"_ba;
    QTest::newRow("empty ones") << "multipart/mixed;;; ;boundary=ab;"_ba
                                << "multipart/mixed"_ba
                                << "ab"_ba;
    QTest::newRow("no value") << "multipart/mixed; boundary; boundary="_ba
                              << "multipart/mixed"_ba
                              << ""_ba;
    QTest::newRow("quoted type") << "\"multipart/mixed\"; boundary=ab"_ba
                                 << "multipart/mixed"_ba
                                 << "ab"_ba;
    QTest::newRow("parameter alone") << "boundary=ab; x=y"_ba
                                     << ""_ba
                                     << "ab"_ba;
    QTest::newRow("escaped bracket in a comment") << "multipart/mixed (\\) x); boundary=ab"_ba
                                                  << "multipart/mixed"_ba
                                                  << "ab"_ba;
    QTest::newRow("nothing") << ""_ba
                             << ""_ba
                             << ""_ba;
    QTest::newRow("equals only") << "====;;=;\"=\""_ba
                                 << "===="_ba
                                 << ""_ba;
}

void MimeHeadersTest::readsParameters()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, boundary);
    const ParameterizedValue parsed{ Slice(field) };
    QCOMPARE(parsed.value(), value);
    QCOMPARE(parsed.parameter("boundary"), boundary);
}

QTEST_APPLESS_MAIN(MimeHeadersTest)
#include "tst_mime_headers.moc"
