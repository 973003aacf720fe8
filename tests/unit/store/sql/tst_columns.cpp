// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and values read by the names of columns, on both engines.
#include "store/sql/columns.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

enum class Colour : int { Red = 1, Blue = 2 };

struct Owner {
    QString name;

    friend bool operator==(const Owner &, const Owner &) = default;
};

struct Thing {
    qint64 id = 0;
    QString name;
    QByteArray code;
    bool isNew = false;
    quint32 count = 0;
    Colour colour = Colour::Red;
    std::optional<qint64> weight;
    std::optional<QString> note;
    QStringList words;
    Owner owner;

    friend bool operator==(const Thing &, const Thing &) = default;
};

QStringList wordsFrom(const QString &text)
{
    return text.split(u' ');
}

const Columns<Thing> thingColumns{
    { "id", &Thing::id },
    { "name", &Thing::name },
    { "code", &Thing::code },
    { "is_new", &Thing::isNew },
    { "count", &Thing::count,
      +[](quint32 before) {
          return before + 1;
      } },
    { "colour", &Thing::colour },
    { "weight", &Thing::weight },
    { "note", &Thing::note },
    { "words", &Thing::words, wordsFrom },
    { "owner",
      +[](Thing &thing, const QString &name) {
          thing.owner.name = name;
      } },
};

const QByteArray inOrder =
    "SELECT 7 AS id, 'seven' AS name, 'c\xC3\xB6' AS code, 1 AS is_new, 3000000000 AS count,"
    " 2 AS colour, 70 AS weight, 'heavy' AS note, 'a b' AS words, 'anna' AS owner";
const QByteArray inAnotherOrder =
    "SELECT 'anna' AS owner, 'a b' AS words, 'more' AS more, 'heavy' AS note, 70 AS weight,"
    " 2 AS colour, 3000000000 AS count, 1 AS is_new, 'c\xC3\xB6' AS code, 'seven' AS name, 7 AS id";
const QByteArray withNulls =
    "SELECT 8 AS id, 'eight' AS name, '' AS code, 0 AS is_new, 0 AS count, 1 AS colour,"
    " CAST(NULL AS BIGINT) AS weight, CAST(NULL AS TEXT) AS note, 'a' AS words, '' AS owner";

const Thing seven{ .id = 7,
                   .name = u"seven"_s,
                   .code = "c\xC3\xB6",
                   .isNew = true,
                   .count = 3'000'000'001,
                   .colour = Colour::Blue,
                   .weight = 70,
                   .note = u"heavy"_s,
                   .words = { u"a"_s, u"b"_s },
                   .owner = { u"anna"_s } };
const Thing eight{ .id = 8, .name = u"eight"_s, .count = 1, .words = { u"a"_s } };

const QByteArray three = "SELECT 3 AS n UNION ALL SELECT 2 UNION ALL SELECT 1 ORDER BY n DESC";
const QByteArray noRows = "SELECT 1 AS n WHERE 1 = 0";
const QByteArray fails = "SELECT n FROM nowhere";

} // namespace

class TestColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowIsReadByTheNamesOfItsColumns();
    void nullGivesAnEmptyOptional();
    void allRowsAreRead();
    void firstRowIsRead();
    void currentRowIsRead();
    void valuesOfOneColumnAreRead();
    void valuesAreReadByName();
    void thereAreNoRows();
    void errorIsReturned();

private:
    Query query(const QByteArray &sql)
    {
        return m_fixture.session().query("columns", sql, [&](const QByteArray &) { return sql; });
    }

    StoreFixture m_fixture;
};

void TestColumns::rowIsReadByTheNamesOfItsColumns()
{
    for (int turn = 0; turn < 2; ++turn) { // the second one has the kept statements
        for (const QByteArray &sql : { inOrder, inAnotherOrder }) {
            const std::optional<Thing> thing = must(query(sql).readFirst(thingColumns));
            QVERIFY(thing);
            QCOMPARE(thing->id, 7);
            QCOMPARE(thing->code, seven.code);
            QCOMPARE(thing->words, seven.words);
            QVERIFY(*thing == seven);
        }
    }
}

void TestColumns::nullGivesAnEmptyOptional()
{
    const std::optional<Thing> thing = must(query(withNulls).readFirst(thingColumns));
    QVERIFY(thing);
    QVERIFY(!thing->weight);
    QVERIFY(!thing->note);
    QVERIFY(*thing == eight);
}

void TestColumns::allRowsAreRead()
{
    const QByteArray sql = withNulls + " UNION ALL " + inOrder + " ORDER BY id";
    QCOMPARE(must(query(sql).readAll(thingColumns)), (QList<Thing>{ seven, eight }));
}

void TestColumns::firstRowIsRead()
{
    const QByteArray sql = inOrder + " UNION ALL " + withNulls + " ORDER BY id DESC";
    QVERIFY(must(query(sql).readFirst(thingColumns)) == eight);
}

void TestColumns::currentRowIsRead()
{
    Query rows = query(inOrder + " UNION ALL " + withNulls + " ORDER BY id");
    QVERIFY(rows.exec());
    QVERIFY(rows.next());
    QVERIFY(rows.read(thingColumns) == seven);
    QVERIFY(rows.next());
    QVERIFY(rows.read(thingColumns) == eight);
    QVERIFY(!rows.next());
    QVERIFY(rows.result());
}

void TestColumns::valuesOfOneColumnAreRead()
{
    QCOMPARE(must(query(three).readValues<qint64>()), (QList<qint64>{ 3, 2, 1 }));
    QCOMPARE(must(query(three).readValues<QByteArray>()), (QList<QByteArray>{ "3", "2", "1" }));
    QCOMPARE(must(query(three).readValue<int>()), std::optional(3));
    QCOMPARE(must(query(three).readNumber()), 3);
    QCOMPARE(must(query("SELECT 'x' AS text").readValue<QString>()), std::optional(u"x"_s));
    QCOMPARE(must(query("SELECT CAST(NULL AS BIGINT) AS n").readNumber()), 0);
}

void TestColumns::valuesAreReadByName()
{
    Query row = query(inAnotherOrder);
    QVERIFY(row.exec());
    QVERIFY(row.next());
    QCOMPARE(row.int64("id"), 7);
    QCOMPARE(row.int32("colour"), 2);
    QCOMPARE(row.uint32("count"), 3'000'000'000u);
    QVERIFY(row.flag("is_new"));
    QCOMPARE(row.text("name"), u"seven"_s);
    QCOMPARE(row.bytes("code"), seven.code);
    QCOMPARE(row.maybeInt64("weight"), std::optional<qint64>(70));
    QCOMPARE(row.maybeText("note"), std::optional(u"heavy"_s));
    QVERIFY(!row.isNull("note"));

    Query nulls = query(withNulls);
    QVERIFY(nulls.exec());
    QVERIFY(nulls.next());
    QVERIFY(!nulls.maybeInt64("weight"));
    QVERIFY(!nulls.maybeText("note"));
    QVERIFY(nulls.isNull("note"));
    QCOMPARE(nulls.int64("weight"), 0);
    QCOMPARE(nulls.text("note"), QString());
    QVERIFY(nulls.result());
}

void TestColumns::thereAreNoRows()
{
    const QByteArray nothing = inOrder + " WHERE 1 = 0";
    QVERIFY(must(query(nothing).readAll(thingColumns)).isEmpty());
    QVERIFY(!must(query(nothing).readFirst(thingColumns)));
    QVERIFY(must(query(noRows).readValues<qint64>()).isEmpty());
    QVERIFY(!must(query(noRows).readValue<qint64>()));
    QCOMPARE(must(query(noRows).readNumber()), 0);
}

void TestColumns::errorIsReturned()
{
    QVERIFY(!query(fails).readAll(thingColumns));
    QVERIFY(!query(fails).readFirst(thingColumns));
    QVERIFY(!query(fails).readValues<qint64>());
    QVERIFY(!query(fails).readValue<qint64>());
    QVERIFY(!query(fails).readNumber());
}

QTEST_GUILESS_MAIN(TestColumns)
#include "tst_columns.moc"
