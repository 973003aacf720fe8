// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/cleantext.h"

#include <QTest>

using namespace Policy;
using namespace Qt::StringLiterals;

class TestCleanText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesOneHarmlessLine_data();
    void makesOneHarmlessLine();
    void cutsBetweenCharacters();
    void looksAtTheBeginningOfAGiant();
    void setsForeignDirectionsApart();
    void showsAnAmpersandInMenus();
    void saysLabelsWithoutTheirMnemonic_data();
    void saysLabelsWithoutTheirMnemonic();
};

void TestCleanText::makesOneHarmlessLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << u"Hello"_s << u"Hello"_s;
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("markup stays text") << u"<b>a</b> & b"_s << u"<b>a</b> & b"_s;
    QTest::newRow("line breaks") << u"a\r\nb\tc\n\nd"_s << u"a b c d"_s;
    QTest::newRow("NUL") << (u"a"_s + QChar(0) + u"b"_s) << u"a b"_s;
    QTest::newRow("control characters") << u"a\u0007b\u001b[31mc\u0085"_s << u"ab[31mc"_s;
    QTest::newRow("overrides") << u"pay\u202efdp.exe\u202c \u2067x\u2069"_s << u"payfdp.exe x"_s;
    QTest::newRow("marks of direction stay") << u"\u200fשלום\u200e"_s << u"\u200fשלום\u200e"_s;
    QTest::newRow("lone surrogate") << (u"a"_s + QChar(0xd83d) + u"b"_s) << u"a\ufffdb"_s;
    QTest::newRow("emoji") << u"\U0001f600"_s << u"\U0001f600"_s;
    QTest::newRow("noncharacters") << (u"a"_s + QChar(0xffff) + QChar(0xfeff) + u"b"_s) << u"ab"_s;
    QTest::newRow("ideographic space") << u"会议\u3000纪要"_s << u"会议 纪要"_s;
}

void TestCleanText::makesOneHarmlessLine()
{
    QFETCH(QString, text);
    QFETCH(QString, line);
    QCOMPARE(cleanLine(text, 100), line);
}

void TestCleanText::cutsBetweenCharacters()
{
    QCOMPARE(cleanLine(u"abcdef"_s, 6), u"abcdef"_s);
    QCOMPARE(cleanLine(u"abcdefg"_s, 6), u"abcde…"_s);
    QCOMPARE(cleanLine(u"abc \U0001f600\U0001f600"_s, 6), u"abc…"_s);
    QCOMPARE(cleanLine(u"abcdee\u0301fgh"_s, 7), u"abcde…"_s);
}

void TestCleanText::looksAtTheBeginningOfAGiant()
{
    const QString line = cleanLine(QString(10'000'000, u'x'), 200);
    QCOMPARE(line.size(), 200);
    QVERIFY(line.endsWith(u'…'));
}

void TestCleanText::setsForeignDirectionsApart()
{
    QCOMPARE(isolated(u"שלום"_s, 10), u"\u2068שלום\u2069"_s);
}

void TestCleanText::showsAnAmpersandInMenus()
{
    QCOMPARE(menuText(u"Fish & Chips"_s, 50), u"Fish && Chips"_s);
}

void TestCleanText::saysLabelsWithoutTheirMnemonic_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("said");
    QTest::newRow("within a word") << u"Pass&word"_s << u"Password"_s;
    QTest::newRow("at the beginning") << u"&Mailboxes"_s << u"Mailboxes"_s;
    QTest::newRow("apart, as in Chinese") << u"密码(&P)"_s << u"密码"_s;
    QTest::newRow("apart, with a colon") << u"密码(&P)："_s << u"密码："_s;
    QTest::newRow("brackets of the text") << u"Mail (&all)"_s << u"Mail (all)"_s;
    QTest::newRow("at the end") << u"a(&"_s << u"a("_s;
    QTest::newRow("none") << u"Search (30)"_s << u"Search (30)"_s;
}

void TestCleanText::saysLabelsWithoutTheirMnemonic()
{
    QFETCH(QString, label);
    QFETCH(QString, said);
    QCOMPARE(withoutMnemonic(label), said);
}

QTEST_APPLESS_MAIN(TestCleanText)
#include "tst_tray_cleantext.moc"
