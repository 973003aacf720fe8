// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/literaltext.h"
#include "storefixture.h"

#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using Store::LiteralText;

class TestLiteralText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesArriveAsTheyAre_data();
    void valuesArriveAsTheyAre();
    void bytesArriveAsTheyAre();
    void placeholdersAreFound_data();
    void placeholdersAreFound();
    void valuesAreReplaced();
    void placesHaveNumbers();
};

void TestLiteralText::valuesArriveAsTheyAre_data()
{
    QTest::addColumn<QVariant>("value");
    QTest::newRow("text") << QVariant(u"Müller"_s);
    QTest::newRow("empty text") << QVariant(u""_s);
    QTest::newRow("quotes") << QVariant(u"O'Neil''s \"mail\"'; DROP TABLE mails; --"_s);
    QTest::newRow("backslashes") << QVariant(u"\\ \\' \\n"_s);
    QTest::newRow("a placeholder") << QVariant(u":value :other"_s);
    QTest::newRow("emoji") << QVariant(u"🎉"_s);
    QTest::newRow("number") << QVariant(qint64(5));
    QTest::newRow("negative number") << QVariant(qint64(-5));
    QTest::newRow("large number") << QVariant(std::numeric_limits<qint64>::max());
    QTest::newRow("null") << QVariant();
}

void TestLiteralText::valuesArriveAsTheyAre()
{
    QFETCH(QVariant, value);
    StoreFixture fixture;
    LiteralText statement(u"SELECT :value"_s);
    statement.bind(u":value"_s, value);
    QSqlQuery query(fixture.handle());
    QVERIFY2(query.exec(statement.text(*query.driver())), qPrintable(query.lastError().text()));
    QVERIFY(query.next());
    QCOMPARE(query.value(0).isNull(), value.isNull());
    QCOMPARE(query.value(0).toString(), value.toString());
}

void TestLiteralText::bytesArriveAsTheyAre()
{
    StoreFixture fixture;
    if (fixture.engine() == Store::Engine::Sqlite)
        QSKIP("Qt's driver for SQLite has no literal for bytes; only PostgreSQL has poolers.");
    QByteArray all;
    for (int i = 0; i < 256; ++i)
        all.append(char(i));
    LiteralText statement(u"SELECT CAST(:value AS BYTEA)"_s);
    statement.bind(u":value"_s, all);
    QSqlQuery query(fixture.handle());
    QVERIFY2(query.exec(statement.text(*query.driver())), qPrintable(query.lastError().text()));
    QVERIFY(query.next());
    QCOMPARE(query.value(0).toByteArray(), all);
}

void TestLiteralText::placeholdersAreFound_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << u"SELECT 1"_s << u"SELECT 1"_s;
    QTest::newRow("several times") << u":a, :b, :a"_s << u" 1,  2,  1"_s;
    QTest::newRow("a part of another") << u":ab = :a"_s << u" NULL =  1"_s;
    QTest::newRow("behind a minus sign") << u"5-:a"_s << u"5- 1"_s;
    QTest::newRow("in brackets") << u"(:a)[1:2]"_s << u"( 1)[1:2]"_s;
    QTest::newRow("in a text") << u"':a' :a"_s << u"':a'  1"_s;
    QTest::newRow("in a text with a quote") << u"'it''s :a' :a"_s << u"'it''s :a'  1"_s;
    QTest::newRow("in a name") << u"\":a\" :a"_s << u"\":a\"  1"_s;
    QTest::newRow("in a comment") << u"-- :a\n:a"_s << u"-- :a\n 1"_s;
    QTest::newRow("in a long comment") << u"/* :a */:a"_s << u"/* :a */ 1"_s;
    QTest::newRow("a type") << u":a::text"_s << u" 1::text"_s;
    QTest::newRow("a text without an end") << u"':a"_s << u"':a"_s;
    QTest::newRow("a colon at the end") << u":a:"_s << u" 1:"_s;
}

void TestLiteralText::placeholdersAreFound()
{
    QFETCH(QString, sql);
    StoreFixture fixture;
    LiteralText statement(sql);
    statement.bind(u":a"_s, qint64(1));
    statement.bind(u":b"_s, qint64(2));
    statement.bind(u":c"_s, qint64(3));
    QTEST(statement.text(*fixture.handle().driver()), "text");
}

void TestLiteralText::valuesAreReplaced()
{
    StoreFixture fixture;
    LiteralText statement(u":a"_s);
    statement.bind(u":a"_s, qint64(1));
    statement.bind(u":a"_s, QVariant());
    QCOMPARE(statement.text(*fixture.handle().driver()), u" NULL"_s);
    statement.bind(u":a"_s, qint64(3));
    QCOMPARE(statement.text(*fixture.handle().driver()), u" 3"_s);
}

void TestLiteralText::placesHaveNumbers()
{
    StoreFixture fixture;
    LiteralText statement(u":a :b :c"_s);
    for (int place = 0; place < 4; ++place)
        statement.bind(place, qint64(place));
    QCOMPARE(statement.text(*fixture.handle().driver()), u" 0  1  2"_s);
}

QTEST_GUILESS_MAIN(TestLiteralText)
#include "tst_literaltext.moc"
