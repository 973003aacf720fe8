// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/lexer.h"

#include <QTest>

using namespace Imap;

class TestLexer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTokens();
    void distinguishesNilFromEmpty_data();
    void distinguishesNilFromEmpty();
    void skipsAnyValue_data();
    void skipsAnyValue();
    void limitsDepthAndWords();
    void keepsTheFirstError();
    void comesBackToAMark();
};

namespace {

const Limits limits;

} // namespace

void TestLexer::readsTokens()
{
    RawResponse raw{ "word 42 \"a \\\"b\\\"\" {3} (x \"y\" {1})", { "abc", "z" } };
    Lexer lexer(raw, limits);
    QByteArrayView atom;
    quint64 number = 0;
    QByteArray quoted;
    QByteArray literal;
    QList<QByteArray> list;
    QVERIFY(lexer.atom(&atom) && lexer.space() && lexer.number(&number) && lexer.space()
            && lexer.string(&quoted) && lexer.space() && lexer.string(&literal) && lexer.space()
            && lexer.stringList(&list) && lexer.end());
    QCOMPARE(atom, QByteArrayView("word"));
    QCOMPARE(number, 42U);
    QCOMPARE(quoted, QByteArray("a \"b\""));
    QCOMPARE(literal, QByteArray("abc"));
    QCOMPARE(list, (QList<QByteArray>{ "x", "y", "z" }));
}

void TestLexer::distinguishesNilFromEmpty_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArrayList>("literals");
    QTest::addColumn<bool>("isNull");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("NIL") << QByteArray("NIL") << QByteArrayList() << true << QByteArray();
    QTest::newRow("nil") << QByteArray("nil") << QByteArrayList() << true << QByteArray();
    QTest::newRow("empty") << QByteArray("\"\"") << QByteArrayList() << false << QByteArray("");
    QTest::newRow("quoted NIL") << QByteArray("\"NIL\"") << QByteArrayList() << false
                                << QByteArray("NIL");
    QTest::newRow("literal NIL") << QByteArray("{3}") << QByteArrayList{ "NIL" } << false
                                 << QByteArray("NIL");
    QTest::newRow("empty literal")
        << QByteArray("{0}") << QByteArrayList{ "" } << false << QByteArray("");
}

void TestLexer::distinguishesNilFromEmpty()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArrayList, literals);
    QFETCH(bool, isNull);
    QFETCH(QByteArray, value);
    RawResponse raw{ text, literals };
    Lexer lexer(raw, limits);
    QByteArray out;
    QVERIFY(lexer.nstring(&out));
    QCOMPARE(out.isNull(), isNull);
    QCOMPARE(out, value);
}

void TestLexer::skipsAnyValue_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("ok");
    for (const char *text :
         { "a", "NIL", "\"a b\"", "{3}", "~{3}", "()", "(a (b \"c)\" {3}) d)", "( a  )", "~a" })
        QTest::newRow(text) << QByteArray(text) << true;
    for (const char *text : { "", ")", "(", "(()", "\"", "{3", "(a}" })
        QTest::newRow(text) << QByteArray(text) << false;
}

void TestLexer::skipsAnyValue()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, ok);
    RawResponse raw{ text, { "abc" } };
    Lexer lexer(raw, limits);
    QCOMPARE(lexer.skipValue() && lexer.end(), ok);
}

void TestLexer::limitsDepthAndWords()
{
    RawResponse deep{ QByteArray(64, '(') + QByteArray(64, ')'), {} };
    QVERIFY(Lexer(deep, limits).skipValue());
    RawResponse deeper{ QByteArray(65, '(') + QByteArray(65, ')'), {} };
    QVERIFY(!Lexer(deeper, limits).skipValue());
    QVERIFY(Lexer(deeper, limits).skipValue(true));
    RawResponse bottomless{ QByteArray(1'000'000, '('), {} };
    QVERIFY(!Lexer(bottomless, limits).skipValue(true));
    QList<QByteArray> list;
    RawResponse many{ '(' + QByteArray("a ").repeated(100'000) + ')', {} };
    QVERIFY(Lexer(many, limits).stringList(&list));
    RawResponse more{ '(' + QByteArray("a ").repeated(100'001) + ')', {} };
    QVERIFY(!Lexer(more, limits).stringList(&list));
}

void TestLexer::keepsTheFirstError()
{
    RawResponse raw{ "abc 5", {} };
    Lexer lexer(raw, limits);
    quint64 number = 0;
    QByteArrayView atom;
    QVERIFY(!lexer.number(&number));
    const Error first = *lexer.error();
    QVERIFY(!lexer.atom(&atom));
    QVERIFY(!lexer.space());
    QVERIFY(!lexer.skipValue());
    QVERIFY(!lexer.end());
    QCOMPARE(*lexer.error(), first);
}

void TestLexer::comesBackToAMark()
{
    RawResponse raw{ "{3} 5 x", { "abc" } };
    Lexer lexer(raw, limits);
    const Lexer::Mark start = lexer.mark();
    QByteArray text;
    quint64 number = 0;
    QVERIFY(lexer.string(&text));
    QVERIFY(!lexer.number(&number));
    lexer.rewind(start);
    QVERIFY(!lexer.failed());
    QVERIFY(lexer.skipValue() && lexer.space() && lexer.number(&number));
    QCOMPARE(number, 5U);
}

QTEST_APPLESS_MAIN(TestLexer)
#include "tst_lexer.moc"
