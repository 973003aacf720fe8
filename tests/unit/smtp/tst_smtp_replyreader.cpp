// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/extensions.h"
#include "smtp/replyreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Smtp::Extensions;
using Smtp::Reply;
using Smtp::ReplyReader;

using Lines = QList<QByteArray>;

/** Replies, and the extensions in the reply to EHLO. */
class TestReplyReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsReplies_data();
    void readsReplies();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
    void refusesRepliesWithoutAnEnd();
    void readsOneAfterTheOther();
    void saysItToPeople();
    void readsExtensions();
};

void TestReplyReader::readsReplies_data()
{
    QTest::addColumn<Lines>("lines");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("enhanced");
    QTest::addColumn<Lines>("texts");
    const auto row = [](const char *name, const Lines &lines, int code, const QByteArray &enhanced,
                        const Lines &texts) {
        QTest::newRow(name) << lines << code << enhanced << texts;
    };
    row("one line", { "250 OK" }, 250, "", { "OK" });
    row("without text", { "354" }, 354, "", { "" });
    row("with a blank only", { "250 " }, 250, "", { "" });
    row("several lines", { "250-a", "250-b", "250 c" }, 250, "", { "a", "b", "c" });
    row("last line bare", { "250-a", "250" }, 250, "", { "a", "" });
    row("enhanced", { "550 5.1.1 No such user" }, 550, "5.1.1", { "No such user" });
    row("enhanced in each line", { "550-5.7.1 a", "550 5.7.1 b" }, 550, "5.7.1", { "a", "b" });
    row("enhanced alone", { "250 2.0.0" }, 250, "2.0.0", { "" });
    row("three digits", { "452 4.100.999 x" }, 452, "4.100.999", { "x" });
    row("of another class", { "550 4.1.1 x" }, 550, "", { "4.1.1 x" });
    row("four digits", { "550 5.1.1234 x" }, 550, "", { "5.1.1234 x" });
    row("a number that is none", { "220 2.example.org" }, 220, "", { "2.example.org" });
    row("an odd code", { "299 x" }, 299, "", { "x" });
}

void TestReplyReader::readsReplies()
{
    QFETCH(Lines, lines);
    QFETCH(int, code);
    QFETCH(QByteArray, enhanced);
    QFETCH(Lines, texts);
    ReplyReader reader;
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
        const auto part = reader.take(lines.at(i));
        QVERIFY(part.ok() && !part->has_value());
    }
    const auto reply = reader.take(lines.last());
    QVERIFY(reply.ok() && reply->has_value());
    QCOMPARE(**reply, (Reply{ code, enhanced, texts }));
}

void TestReplyReader::refusesWhatIsNone_data()
{
    QTest::addColumn<Lines>("lines");
    QTest::newRow("empty") << Lines{ "" };
    QTest::newRow("two digits") << Lines{ "25" };
    QTest::newRow("letters") << Lines{ "abc hello" };
    QTest::newRow("code below 200") << Lines{ "100 go" };
    QTest::newRow("code above 599") << Lines{ "600 go" };
    QTest::newRow("no blank") << Lines{ "250OK" };
    QTest::newRow("four digits") << Lines{ "2500 OK" };
    QTest::newRow("IMAP") << Lines{ "* OK ready" };
    QTest::newRow("HTTP") << Lines{ "HTTP/1.1 200 OK" };
    QTest::newRow("another code") << Lines{ "250-a", "251 b" };
}

void TestReplyReader::refusesWhatIsNone()
{
    QFETCH(Lines, lines);
    ReplyReader reader;
    for (qsizetype i = 0; i + 1 < lines.size(); ++i)
        QVERIFY(reader.take(lines.at(i)).ok());
    const auto reply = reader.take(lines.last());
    QVERIFY(!reply.ok());
    QCOMPARE(reply.error().code, Error::Code::Protocol);
}

void TestReplyReader::refusesRepliesWithoutAnEnd()
{
    ReplyReader many({ .replyLines = 5 });
    for (int i = 0; i < 5; ++i)
        QVERIFY(many.take("250-x").ok());
    QVERIFY(!many.take("250-x").ok());
    ReplyReader large({ .replyBytes = 100 });
    QVERIFY(large.take("250-" + QByteArray(80, 'x')).ok());
    QVERIFY(!large.take("250-" + QByteArray(80, 'x')).ok());
}

void TestReplyReader::readsOneAfterTheOther()
{
    ReplyReader reader({ .replyBytes = 20 });
    for (int i = 0; i < 10; ++i) {
        const auto reply = reader.take("550 5.0.0 no");
        QCOMPARE(**reply, (Reply{ 550, "5.0.0", { "no" } }));
        QCOMPARE(**reader.take("250 yes"), (Reply{ 250, "", { "yes" } }));
    }
}

void TestReplyReader::saysItToPeople()
{
    QCOMPARE(Smtp::replyText({ 550, "5.1.1", { "No such", "user\x1b[2J\x07" } }),
             u"550 5.1.1 No such user[2J"_s);
    QCOMPARE(Smtp::replyText({ 354, "", { "" } }), u"354"_s);
    QCOMPARE(Reply({ 550, "", { QByteArray(10'000, 'x') } }).text().size(), 500);
}

void TestReplyReader::readsExtensions()
{
    const Extensions said({ 250,
                            "",
                            { "mx.example.org SIZE 5", "PIPELINING", "size 1000",
                              "AUTH PLAIN login", "AUTH=LOGIN XOAUTH2", "8BITMIME", "" } });
    QVERIFY(said.has("PIPELINING") && said.has("8BITMIME") && !said.has("STARTTLS"));
    QVERIFY(!said.has("MX.EXAMPLE.ORG"));
    QCOMPARE(said.maxSize(), 1000);
    QCOMPARE(said.mechanisms(), (Lines{ "PLAIN", "LOGIN", "LOGIN", "XOAUTH2" }));
    QCOMPARE(said.keywords(), (Lines{ "8BITMIME", "AUTH", "PIPELINING", "SIZE" }));
    QCOMPARE(Extensions({ 250, "", { "hi" } }).maxSize(), 0);
    QCOMPARE(Extensions({ 250, "", { "hi", "SIZE -5" } }).maxSize(), 0);
}

QTEST_GUILESS_MAIN(TestReplyReader)
#include "tst_smtp_replyreader.moc"
