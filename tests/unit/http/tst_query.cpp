// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/query.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Http::Page;
using Http::Query;

class TestQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsPages_data();
    void readsPages();
    void readsBooleans_data();
    void readsBooleans();
    void readsIntegers_data();
    void readsIntegers();
    void decodesText_data();
    void decodesText();
    void readsTimestamps();
    void namesTheFirstWrongParameter();
    void takesTheCallersOwnChecks();
};

constexpr int failed = -1;

void TestQuery::readsPages_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("size");
    QTest::newRow("nothing") << QByteArray() << 1 << 20;
    QTest::newRow("empty values") << QByteArray("page=&pageSize=") << 1 << 20;
    QTest::newRow("both") << QByteArray("page=3&pageSize=7") << 3 << 7;
    QTest::newRow("clamped") << QByteArray("pageSize=101") << 1 << 100;
    QTest::newRow("the last counts") << QByteArray("page=3&page=4") << 4 << 20;
    QTest::newRow("zero") << QByteArray("page=0") << failed << 20;
    QTest::newRow("negative") << QByteArray("page=-1") << failed << 20;
    QTest::newRow("fraction") << QByteArray("page=1.0") << failed << 20;
    QTest::newRow("plus") << QByteArray("page=%2B1") << failed << 20;
    QTest::newRow("blank") << QByteArray("page=+1") << failed << 20;
    QTest::newRow("too large") << QByteArray("page=9007199254740992") << failed << 20;
    QTest::newRow("size 0") << QByteArray("pageSize=0") << failed << 20;
}

void TestQuery::readsPages()
{
    QFETCH(QByteArray, query);
    QFETCH(int, number);
    Query reader(query);
    const Page page = reader.page();
    QCOMPARE(reader.failure().has_value(), number == failed);
    if (number != failed) {
        QCOMPARE(page.number, number);
        QTEST(page.size, "size");
    }
}

void TestQuery::readsBooleans_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("value"); // 2: absent
    QTest::newRow("true") << QByteArray("a=true") << 1;
    QTest::newRow("1") << QByteArray("a=1") << 1;
    QTest::newRow("false") << QByteArray("a=false") << 0;
    QTest::newRow("0") << QByteArray("a=0") << 0;
    QTest::newRow("empty") << QByteArray("a=") << 2;
    QTest::newRow("other name") << QByteArray("A=true") << 2;
    QTest::newRow("True") << QByteArray("a=True") << failed;
    QTest::newRow("yes") << QByteArray("a=yes") << failed;
    QTest::newRow("01") << QByteArray("a=01") << failed;
}

void TestQuery::readsBooleans()
{
    QFETCH(QByteArray, query);
    QFETCH(int, value);
    Query reader(query);
    const auto flag = reader.boolean("a"_L1);
    QCOMPARE(reader.failure() ? failed : flag ? int(*flag) : 2, value);
}

void TestQuery::readsIntegers_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<std::optional<qint64>>("value");
    QTest::addColumn<bool>("isWrong");
    const std::optional<qint64> none;
    QTest::newRow("number") << QByteArray("a=7") << std::optional<qint64>(7) << false;
    QTest::newRow("negative") << QByteArray("a=-7") << std::optional<qint64>(-7) << false;
    QTest::newRow("most") << QByteArray("a=9007199254740991")
                          << std::optional<qint64>(Query::maxInteger) << false;
    QTest::newRow("absent") << QByteArray("b=7") << none << false;
    QTest::newRow("minus alone") << QByteArray("a=-") << none << true;
    QTest::newRow("hex") << QByteArray("a=0x7") << none << true;
    QTest::newRow("past 64 bits") << QByteArray("a=99999999999999999999") << none << true;
}

void TestQuery::readsIntegers()
{
    QFETCH(QByteArray, query);
    Query reader(query);
    QTEST(reader.integer("a"_L1), "value");
    QTEST(reader.failure().has_value(), "isWrong");
}

void TestQuery::decodesText_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("value");
    QTest::newRow("plain") << QByteArray("a=b") << u"b"_s;
    QTest::newRow("UTF-8") << QByteArray("a=%E4%BC%9A%e8%ae%ae") << u"会议"_s;
    QTest::newRow("blanks") << QByteArray("a=b+c%20d") << u"b c d"_s;
    QTest::newRow("plus") << QByteArray("a=b%2Bc") << u"b+c"_s;
    QTest::newRow("equals and percent") << QByteArray("a=b=c%25") << u"b=c%"_s;
    QTest::newRow("encoded name") << QByteArray("%61=b") << u"b"_s;
    QTest::newRow("ampersands") << QByteArray("&&a=b&&") << u"b"_s;
    QTest::newRow("not UTF-8") << QByteArray("a=%ff") << u"(40003)"_s;
    QTest::newRow("too long") << QByteArray("a=12345678901") << u"(40003)"_s;
}

void TestQuery::decodesText()
{
    QFETCH(QByteArray, query);
    Query reader(query);
    const auto text = reader.text("a"_L1, 10);
    QTEST(reader.failure() ? u"(%1)"_s.arg(int(reader.failure()->error)) : text.value_or(QString()),
          "value");
}

void TestQuery::readsTimestamps()
{
    Query reader("a=2026-06-05T09:30:00Z&b=2026-06-05&c=yesterday");
    QCOMPARE(reader.timestamp("a"_L1), 1780651800);
    QCOMPARE(reader.timestamp("b"_L1), 1780617600);
    QVERIFY(!reader.failure());
    QVERIFY(!reader.timestamp("c"_L1));
    QVERIFY(reader.failure());
}

void TestQuery::namesTheFirstWrongParameter()
{
    Query reader("isRead=maybe&page=x");
    reader.boolean("isRead"_L1);
    reader.page();
    QCOMPARE(reader.failure()->error, ApiError::InvalidParameter);
    QCOMPARE(reader.failure()->details.size(), 1);
    QCOMPARE(reader.failure()->details.first().field, u"isRead"_s);
}

void TestQuery::takesTheCallersOwnChecks()
{
    Query reader("sort=colour");
    reader.fail("sort"_L1, u"is unknown"_s, ApiError::InvalidSort);
    QCOMPARE(reader.failure()->error, ApiError::InvalidSort);
}

QTEST_GUILESS_MAIN(TestQuery)
#include "tst_query.moc"
