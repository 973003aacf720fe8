// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/filename.h"
#include "mailfiles/mbox.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace MailFiles;

class TestMbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entryHasTheMailBetweenItsFromLineAndAnEmptyLine_data();
    void entryHasTheMailBetweenItsFromLineAndAnEmptyLine();
    void fromLineHasNoSenderThatWouldBreakIt_data();
    void fromLineHasNoSenderThatWouldBreakIt();
    void fileNamesSayThePathAndStayInTheirFolder_data();
    void fileNamesSayThePathAndStayInTheirFolder();
    void longNamesAreCut();
};

void TestMbox::entryHasTheMailBetweenItsFromLineAndAnEmptyLine_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char *name, const char *raw, const char *written) {
        QTest::newRow(name) << QByteArray(raw) << QByteArray(written);
    };
    row("CRLF stays", "A: b\r\n\r\nc\r\n", "A: b\r\n\r\nc\r\n\n");
    row("LF stays", "A: b\n\nc\n", "A: b\n\nc\n\n");
    row("From is quoted", "From x\nFrom y\r\n", ">From x\n>From y\r\n\n");
    row("quoted From is quoted", ">From x\n>>>From y\n", ">>From x\n>>>>From y\n\n");
    row("only at the beginning of a line", "a From x\n From y\n", "a From x\n From y\n\n");
    row("only the word", "From\nFrom: x\nfrom y\n>Fromage\n",
        "From\nFrom: x\nfrom y\n>Fromage\n\n");
    row("line end is added", "a\nFrom x", "a\n>From x\n\n");
    row("empty lines at the end stay", "a\n\n\n", "a\n\n\n\n");
    row("nothing", "", "\n");
}

void TestMbox::entryHasTheMailBetweenItsFromLineAndAnEmptyLine()
{
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, written);
    QCOMPARE(mboxEntry(raw, "anna@example.org", 1'700'000'001),
             "From anna@example.org Tue Nov 14 22:13:21 2023\n" + written);
    QVERIFY(mboxEntry(raw, "a@b", 5 * 86'400).startsWith("From a@b Tue Jan  6 00:00:00 1970\n"));
}

void TestMbox::fromLineHasNoSenderThatWouldBreakIt_data()
{
    QTest::addColumn<QByteArray>("sender");
    for (const char *sender : { "", "a b@example.org", "a\n@b", "\xc3\xa4@example.org" })
        QTest::newRow(sender) << QByteArray(sender);
}

void TestMbox::fromLineHasNoSenderThatWouldBreakIt()
{
    QFETCH(QByteArray, sender);
    QVERIFY(mboxEntry("a\n", sender, 0).startsWith("From MAILER-DAEMON Thu Jan  1 "));
}

void TestMbox::fileNamesSayThePathAndStayInTheirFolder_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << u"INBOX"_s << u"INBOX"_s;
    QTest::newRow("below") << u"INBOX/Work"_s << u"INBOX%2FWork"_s;
    QTest::newRow("up") << u"../x"_s << u"%2E.%2Fx"_s;
    QTest::newRow("dots") << u".."_s << u"%2E%2E"_s;
    QTest::newRow("percent") << u"100%2F"_s << u"100%252F"_s;
    QTest::newRow("other letters") << u"Entwürfe 会议"_s << u"Entwürfe 会议"_s;
    QTest::newRow("windows") << u"a\\b:c*?\"<>| "_s << u"a%5Cb%3Ac%2A%3F%22%3C%3E%7C%20"_s;
    QTest::newRow("empty") << u""_s << u"%"_s;
}

void TestMbox::fileNamesSayThePathAndStayInTheirFolder()
{
    QFETCH(QString, text);
    QTEST(fileName(text), "name");
}

void TestMbox::longNamesAreCut()
{
    const QString cut = fileName(QString(300, u'ü') + u"\U0001F600"_s);
    QVERIFY(cut.toUtf8().size() <= 200);
    QVERIFY(cut.toUtf8().size() > 190);
}

QTEST_GUILESS_MAIN(TestMbox)
#include "tst_mbox.moc"
