// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/shortened.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Text;

class tst_Shortened : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsAtWholeCharacters_data();
    void cutsAtWholeCharacters();
    void keepsExtensions_data();
    void keepsExtensions();
    void boundsMessageIds();
    void cutsLists_data();
    void cutsLists();
    void boundsTheBytesOfLists();
};

void tst_Shortened::cutsAtWholeCharacters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); ///< at most 4 code points
    QTest::newRow("empty") << u""_s << u""_s;
    QTest::newRow("fits") << u"abcd"_s << u"abcd"_s;
    QTest::newRow("one too many") << u"abcde"_s << u"abc…"_s;
    QTest::newRow("pairs fit") << u"𝄞𝄞𝄞𝄞"_s << u"𝄞𝄞𝄞𝄞"_s;
    QTest::newRow("pairs") << u"𝄞𝄞𝄞𝄞𝄞"_s << u"𝄞𝄞𝄞…"_s;
    QTest::newRow("other scripts") << u"会议纪要会"_s << u"会议纪…"_s;
    QTest::newRow("an accent stays with its letter") << u"abe\u0301xy"_s << u"ab…"_s;
    QTest::newRow("a skin tone stays with its hand") << u"ab👍🏽x"_s << u"ab…"_s;
    QTest::newRow("joined emoji") << u"a👩\u200d👧bc"_s << u"a…"_s;
    QTest::newRow("marks alone are cut") << u"e"_s + QString(100, QChar(0x301)) << u"…"_s;
}

void tst_Shortened::cutsAtWholeCharacters()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(shortened(text, 4), expected);
    QCOMPARE(shortened(text.toUtf8(), 4), expected.toUtf8());
    QCOMPARE(shortened(shortened(text, 4), 4), expected);
}

void tst_Shortened::keepsExtensions_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const QString longName(300, u'x');
    QTest::newRow("short") << u"a.pdf"_s << u"a.pdf"_s;
    QTest::newRow("long") << longName + u".pdf"_s << QString(250, u'x') + u"….pdf"_s;
    QTest::newRow("no extension") << longName << QString(254, u'x') + u"…"_s;
    QTest::newRow("long extension") << u"a."_s + longName << u"a."_s + QString(252, u'x') + u"…"_s;
}

void tst_Shortened::keepsExtensions()
{
    QFETCH(QString, name);
    QTEST(shortFileName(name), "expected");
}

void tst_Shortened::boundsMessageIds()
{
    const QString longest = u'<' + QString(996, u'a') + u'>';
    QCOMPARE(shortMessageId({}), QString());
    QCOMPARE(shortMessageId(longest), longest);
    QCOMPARE(shortMessageId(longest + u'b'), longest.first(248) + u"…"_s);
    QCOMPARE(shortMessageId(QString(400, u'会')), QString(248, u'会') + u"…"_s);
    const QString shortened = shortMessageId(u"𝄞"_s.repeated(5000));
    QCOMPARE(shortened, u"𝄞"_s.repeated(248) + u"…"_s);
    QCOMPARE(shortMessageId(shortened), shortened);
}

void tst_Shortened::cutsLists_data()
{
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<QStringList>("expected");
    QStringList many;
    for (int i = 0; i < 5000; ++i)
        many.append(u"a%1@example.org"_s.arg(i));
    const QString longest = QString(320, u'a');
    QTest::newRow("empty") << QStringList() << QStringList();
    QTest::newRow("one") << QStringList{ u"a\"\\b"_s } << QStringList{ u"a\"\\b"_s };
    QTest::newRow("20") << many.first(20) << many.first(20);
    QTest::newRow("21") << many.first(21) << many.first(20);
    QTest::newRow("5000") << many << many.first(20);
    QTest::newRow("a long one") << QStringList{ longest + u"bc"_s, u"d"_s }
                                << QStringList{ longest.chopped(1) + u"…"_s, u"d"_s };
    QTest::newRow("a huge one") << QStringList{ QString(300'000, u'a') }
                                << QStringList{ longest.chopped(1) + u"…"_s };
    QTest::newRow("quotes") << QStringList(30, u"\"],[\""_s) << QStringList(20, u"\"],[\""_s);
}

void tst_Shortened::cutsLists()
{
    QFETCH(QStringList, texts);
    QFETCH(QStringList, expected);
    const QByteArray json =
        QJsonDocument(QJsonArray::fromStringList(texts)).toJson(QJsonDocument::Compact);
    const ShortList list = shortList(json);
    QCOMPARE(list, shortList(texts));
    QCOMPARE(list.count, texts.size());
    QCOMPARE(countOf(json), texts.size());
    QCOMPARE(QJsonDocument::fromJson(list.json).array(), QJsonArray::fromStringList(expected));
    QCOMPARE(shortList(list.json).json, list.json);
}

// Control characters take six bytes each in JSON.
void tst_Shortened::boundsTheBytesOfLists()
{
    const ShortList list = shortList(QStringList(25, QString(400, QChar(1))));
    QCOMPARE(list.count, 25);
    QVERIFY(list.json.size() <= mostListBytes);
    QCOMPARE(QJsonDocument::fromJson(list.json).array().size(), 4);
}

QTEST_APPLESS_MAIN(tst_Shortened)
#include "tst_shortened.moc"
