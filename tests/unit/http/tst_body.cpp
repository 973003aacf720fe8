// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/body.h"
#include "http/strictjson.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Http::Body;

class TestBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesOnlyStrictObjects_data();
    void takesOnlyStrictObjects();
    void readsTypedFields();
    void isStrictAboutTypes_data();
    void isStrictAboutTypes();
    void readsIntegers_data();
    void readsIntegers();
    void takesNullForAbsent();
    void collectsAllWrongFields();
    void namesElementsOfLists();
    void readsObjectsInside();
    void findsARepeatedNameAmongVeryMany();
};

void TestBody::takesOnlyStrictObjects_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("isTaken");
    const auto good = [](const char *name, const QByteArray &json) {
        QTest::newRow(name) << json << true;
    };
    const auto bad = [](const char *name, const QByteArray &json) {
        QTest::newRow(name) << json << false;
    };
    const auto nested = [](int depth) {
        return "{\"a\":" + QByteArray("[").repeated(depth - 1) + QByteArray("]").repeated(depth - 1)
            + '}';
    };
    good("empty object", "{}");
    good("blanks", " \r\n\t{ \"a\" : [ 1 , 2 ] } \n");
    good("all kinds", R"({"a":[1,-2.5e+3,0,true,false,null,"x",{}],"b":{"c":""}})");
    good("escapes", R"({"a":"\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"})");
    good("same name at two levels", R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})");
    good("32 levels", nested(32));
    bad("33 levels", nested(33));
    bad("1000 levels", nested(1000));
    bad("nothing", "");
    bad("blanks only", "  ");
    bad("array", "[]");
    bad("number", "1");
    bad("string", "\"a\"");
    bad("null", "null");
    bad("two values", "{}{}");
    bad("cut", R"({"a":1)");
    bad("cut in a string", R"({"a":"b)");
    bad("cut in an escape", R"({"a":"\u00)");
    bad("comma at the end", R"({"a":1,})");
    bad("comma at the end of an array", R"({"a":[1,]})");
    bad("no colon", R"({"a" 1})");
    bad("name without quotes", "{a:1}");
    bad("single quotes", "{'a':1}");
    bad("comment", "{/**/}");
    bad("byte order mark", "\xef\xbb\xbf{}");
    bad("leading zero", R"({"a":01})");
    bad("plus", R"({"a":+1})");
    bad("bare fraction", R"({"a":.5})");
    bad("fraction without digits", R"({"a":1.})");
    bad("exponent without digits", R"({"a":1e})");
    bad("NaN", R"({"a":NaN})");
    bad("True", R"({"a":True})");
    bad("line break in a string", "{\"a\":\"b\nc\"}");
    bad("NUL", QByteArray("{\"a\":\"b\0c\"}", 11));
    bad("unknown escape", R"({"a":"\x"})");
    bad("half a surrogate pair", R"({"a":"\ud83d"})");
    bad("surrogates the wrong way round", R"({"a":"\ude00\ud83d"})");
    bad("not UTF-8", "{\"a\":\"\xff\"}");
    bad("overlong UTF-8", "{\"a\":\"\xc0\xaf\"}");
    bad("surrogate in UTF-8", "{\"a\":\"\xed\xa0\x80\"}");
    bad("name twice", R"({"a":1,"a":2})");
    bad("name twice, escaped", R"({"a":1,"\u0061":2})");
    bad("name twice, deep", R"({"x":[{"a":1,"a":1}]})");
}

void TestBody::takesOnlyStrictObjects()
{
    QFETCH(QByteArray, json);
    QFETCH(bool, isTaken);
    const auto object = Http::parseStrictObject(json);
    QVERIFY2(object.ok() == isTaken, object.ok() ? "" : qPrintable(object.error().reason));
    const Body body(json);
    QCOMPARE(body.failure().has_value(), !isTaken);
    if (!isTaken)
        QCOMPARE(body.failure()->error, ApiError::InvalidRequest);
}

void TestBody::readsTypedFields()
{
    Body body(R"({"t":"hällo","i":-3,"b":true,"tl":["a","b"],"il":[3,4],"more":{}})");
    QCOMPARE(body.text("t"_L1), u"hällo"_s);
    QCOMPARE(body.integer("i"_L1), -3);
    QCOMPARE(body.boolean("b"_L1), true);
    QCOMPARE(body.textList("tl"_L1, 2), QStringList({ u"a"_s, u"b"_s }));
    QCOMPARE(body.integerList("il"_L1, 2), QList<qint64>({ 3, 4 }));
    QVERIFY(!body.failure());
}

void TestBody::isStrictAboutTypes_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("fits"); // which readers take it
    QTest::newRow("string") << QByteArray(R"("x")") << QByteArray("t");
    QTest::newRow("digits") << QByteArray(R"("1")") << QByteArray("t");
    QTest::newRow("true in quotes") << QByteArray(R"("true")") << QByteArray("t");
    QTest::newRow("number") << QByteArray("1") << QByteArray("i");
    QTest::newRow("fraction") << QByteArray("1.5") << QByteArray("");
    QTest::newRow("boolean") << QByteArray("true") << QByteArray("b");
    QTest::newRow("list of strings") << QByteArray(R"(["x"])") << QByteArray("T");
    QTest::newRow("list of numbers") << QByteArray("[1]") << QByteArray("I");
    QTest::newRow("mixed list") << QByteArray(R"([1,"x"])") << QByteArray("");
    QTest::newRow("list with null") << QByteArray("[null]") << QByteArray("");
    QTest::newRow("object") << QByteArray("{}") << QByteArray("o");
}

void TestBody::isStrictAboutTypes()
{
    QFETCH(QByteArray, value);
    QByteArray fits;
    const auto attempt = [&](char name, auto read) {
        Body body("{\"a\":" + value + '}');
        read(body);
        if (!body.failure())
            fits += name;
    };
    attempt('t', [](Body &body) { body.text("a"_L1); });
    attempt('i', [](Body &body) { body.integer("a"_L1); });
    attempt('b', [](Body &body) { body.boolean("a"_L1); });
    attempt('T', [](Body &body) { body.textList("a"_L1, 10); });
    attempt('I', [](Body &body) { body.integerList("a"_L1, 10); });
    attempt('o', [](Body &body) { body.optionalObject("a"_L1); });
    QTEST(fits, "fits");
}

void TestBody::readsIntegers_data()
{
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<std::optional<qint64>>("value");
    const std::optional<qint64> none;
    const auto some = [](qint64 value) {
        return std::optional<qint64>(value);
    };
    QTest::newRow("0") << QByteArray("0") << some(0);
    QTest::newRow("-0") << QByteArray("-0") << some(0);
    QTest::newRow("1.0") << QByteArray("1.0") << some(1);
    QTest::newRow("1e3") << QByteArray("1e3") << some(1000);
    QTest::newRow("most") << QByteArray("9007199254740991") << some((qint64(1) << 53) - 1);
    QTest::newRow("least") << QByteArray("-9007199254740991") << some(1 - (qint64(1) << 53));
    QTest::newRow("past exact") << QByteArray("9007199254740992") << none;
    QTest::newRow("rounds to exact") << QByteArray("9007199254740993") << none;
    QTest::newRow("past 64 bits") << QByteArray("18446744073709551616") << none;
    QTest::newRow("huge") << QByteArray("1e400") << none;
    QTest::newRow("fraction") << QByteArray("0.1") << none;
}

void TestBody::readsIntegers()
{
    QFETCH(QByteArray, number);
    Body body("{\"a\":" + number + '}');
    QTEST(body.optionalInteger("a"_L1), "value");
}

void TestBody::takesNullForAbsent()
{
    Body body(R"({"a":null,"b":1})");
    QVERIFY(!body.optionalText("a"_L1));
    QVERIFY(!body.optionalBoolean("a"_L1));
    QVERIFY(!body.optionalInteger("c"_L1));
    QVERIFY(!body.has("a"_L1));
    QVERIFY(body.isNull("a"_L1));
    QVERIFY(!body.isNull("c"_L1));
    QVERIFY(body.has("b"_L1));
    QVERIFY(!body.failure());
    body.text("a"_L1);
    QCOMPARE(body.failure()->details, QList<ApiErrorDetail>({ { u"a"_s, u"is required"_s } }));
}

void TestBody::collectsAllWrongFields()
{
    Body body(R"({"name":"","port":70000,"flag":"true"})");
    body.text("name"_L1, { .min = 1, .max = 10 });
    body.integer("port"_L1, 1, 65535);
    body.boolean("flag"_L1);
    body.text("host"_L1);
    body.fail(u"email"_s, u"needs one @"_s);
    const auto failure = body.failure();
    QCOMPARE(failure->error, ApiError::ValidationFailed);
    QStringList fields;
    for (const ApiErrorDetail &detail : failure->details)
        fields += detail.field;
    QCOMPARE(fields, QStringList({ u"name"_s, u"port"_s, u"flag"_s, u"host"_s, u"email"_s }));
}

void TestBody::namesElementsOfLists()
{
    Body body(R"({"to":["a",2,"c",null],"many":[1,2,3]})");
    QCOMPARE(body.textList("to"_L1, 10), QStringList({ u"a"_s, u"c"_s }));
    body.integerList("many"_L1, 2);
    QCOMPARE(body.failure()->details,
             QList<ApiErrorDetail>({ { u"to[1]"_s, u"must be a string"_s },
                                     { u"to[3]"_s, u"must be a string"_s },
                                     { u"many"_s, u"must have at most 2 elements"_s } }));
}

void TestBody::readsObjectsInside()
{
    Body body(R"({"inline":[{"cid":"x"},{"cid":7}]})");
    const auto list = body.optionalObjectList("inline"_L1, 5);
    QCOMPARE(list->size(), 2);
    Body second(list->at(1), u"inline[1]."_s);
    second.text("cid"_L1);
    body.takeFailures(second);
    QCOMPARE(body.failure()->details.first().field, u"inline[1].cid"_s);
}

void TestBody::findsARepeatedNameAmongVeryMany()
{
    QByteArray json = "{";
    for (int i = 0; i < 50'000; ++i)
        json += "\"k" + QByteArray::number(i) + "\":0,";
    json += "\"k0\":1}";
    QCOMPARE(Http::parseStrictObject(json).error().reason, u"has a field twice"_s);
}

QTEST_GUILESS_MAIN(TestBody)
#include "tst_body.moc"
