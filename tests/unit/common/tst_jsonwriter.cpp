// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/jsonwriter.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;

class tst_JsonWriter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void escapesText_data();
    void escapesText();
    void writesBytesAsText_data();
    void writesBytesAsText();
    void setsCommas();
    void writesEveryKindOfValue();
    void readsBackAnyText();
};

void tst_JsonWriter::escapesText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("plain") << u"abc"_s << "\"abc\""_ba;
    QTest::newRow("empty") << QString() << "\"\""_ba;
    QTest::newRow("quotes and backslash") << u"a\"b\\c"_s << R"("a\"b\\c")"_ba;
    QTest::newRow("controls") << u"\n\r\t\u0001\u001f\u007f"_s
                              << R"("\n\r\t\u0001\u001f\u007f")"_ba;
    QTest::newRow("other scripts") << u"é会𝄞x"_s << "\"é会𝄞x\""_ba;
    QTest::newRow("lone surrogate") << QString(QChar(0xd800)) + u"a"_s << "\"?a\""_ba;
}

void tst_JsonWriter::escapesText()
{
    QFETCH(QString, text);
    QTEST(Json::Writer().value(text).bytes(), "json");
}

void tst_JsonWriter::writesBytesAsText_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("plain") << "abc"_ba
                           << R"("abc")"_ba;
    QTest::newRow("empty") << ""_ba
                           << R"("")"_ba;
    QTest::newRow("escapes") << "a\"b\\c\n\x7f"_ba
                             << R"("a\"b\\c\n\u007f")"_ba;
    QTest::newRow("escapes at both ends") << "\n\tx\r"_ba
                                          << R"("\n\tx\r")"_ba;
    QTest::newRow("other scripts") << "é会𝄞x"_ba
                                   << "\"é会𝄞x\""_ba;
    QTest::newRow("other scripts and escapes") << "\"é\\会\"\n"_ba
                                               << R"("\"é\\会\"\n")"_ba;
    QTest::newRow("U+0000") << QByteArray("a\0b", 3) << R"("a\u0000b")"_ba;
    QTest::newRow("Latin-1") << "caf\xe9 \"x\""_ba
                             << R"("caf� \"x\"")"_ba;
    QTest::newRow("overlong") << "\xc0\xafx"_ba
                              << R"("��x")"_ba;
}

void tst_JsonWriter::writesBytesAsText()
{
    QFETCH(QByteArray, bytes);
    QTEST(Json::Writer().value(bytes).bytes(), "json");
}

void tst_JsonWriter::setsCommas()
{
    Json::Writer json;
    json.beginObject().key("a").beginArray().value(1).value(2).beginObject().endObject().endArray();
    json.key("b").beginArray().endArray().key("c").null().endObject();
    QCOMPARE(json.bytes(), R"({"a":[1,2,{}],"b":[],"c":null})"_ba);
}

void tst_JsonWriter::writesEveryKindOfValue()
{
    Json::Writer json;
    json.beginArray()
        .value(true)
        .value(qint64(-9007199254740991))
        .value(1.5)
        .value("x")
        .value("é"_ba);
    json.value(std::optional<int>()).value(std::optional<QString>(u"y"_s)).value(qQNaN());
    json.raw("{}").endArray();
    QCOMPARE(json.bytes(), R"([true,-9007199254740991,1.5,"x","é",null,"y",null,{}])"_ba);
}

void tst_JsonWriter::readsBackAnyText()
{
    QString every;
    for (char32_t c = 0; c < 0x11000; ++c) {
        if (c < 0xd800 || c > 0xdfff)
            every += QString::fromUcs4(&c, 1);
    }
    Json::Writer json;
    json.beginObject().keyText(u"k\"\n").value(every).endObject();
    QCOMPARE(QJsonDocument::fromJson(json.bytes()).object().value(u"k\"\n"_s).toString(), every);
}

QTEST_GUILESS_MAIN(tst_JsonWriter)
#include "tst_jsonwriter.moc"
