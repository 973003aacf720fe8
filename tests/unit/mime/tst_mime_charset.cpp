// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charsetguess.h"
#include "mime/charsetlabels.h"
#include "mime/decoder.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeCharsetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsLabels_data();
    void knowsLabels();
    void marksDamage_data();
    void marksDamage();
    void readsJohab_data();
    void readsJohab();
    void guesses_data();
    void guesses();
};

void MimeCharsetTest::knowsLabels_data()
{
    QTest::addColumn<QByteArray>("label");
    QTest::addColumn<QByteArray>("converter");
    const auto row = [](const char *label, const QByteArray &converter) {
        QTest::newRow(label) << QByteArray(label) << converter;
    };
    row("cp-850", "IBM850");
    row("CP_850", "IBM850");
    row("ibm-00850", "IBM850");
    row("dos-862", "IBM862");
    row("csIBM855", "IBM855");
    row("johab", "JOHAB");
    row("cp1361", "JOHAB");
    row("koi8-ru", "KOI8-RU");
    row("viscii", "VISCII");
    row("ptcp154", "PTCP154");
    row("hp-roman8", "hp-roman8");
    row("mac-ce", "x-mac-centraleurroman");
    row("cesu-8", "CESU-8");
    row("ebcdic-cp-us", "IBM037");
    row("cp1047", "IBM1047");
    row("win1251", "windows-1251");
    row("windows_1251", "windows-1251");
    row("ISO--8859-1", "windows-1252");
    row("KOI8_R", "KOI8-R");
    row("cp", "");
    row("cp-99999", "");
    row("cp-850x", "");
    row("850", "");
    row("x-unknown", "");
}

void MimeCharsetTest::knowsLabels()
{
    QFETCH(QByteArray, label);
    QFETCH(QByteArray, converter);
    QCOMPARE(QByteArray(converterFor(Slice(label))), converter);
    if (!converter.isEmpty())
        QVERIFY(!convert(Slice("\x41"_ba), converter).hadErrors);
}

// As many U+FFFD as other programs show: The Unicode Standard 3.9, table 3-8.
void MimeCharsetTest::marksDamage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QByteArray &bytes, const QString &text) {
        QTest::newRow(name) << bytes << text;
    };
    row("Latin-1", "caf\xe9 x", u"caf\ufffd x"_s);
    row("continuation alone", "a\x80z", u"a\ufffdz"_s);
    row("cut at the end", "a\xe4\xbd", u"a\ufffd"_s);
    row("cut inside", "a\xf0\x9f\x98z", u"a\ufffdz"_s);
    row("overlong", "\xc0\xaf", u"\ufffd\ufffd"_s);
    row("surrogate", "\xed\xa0\x80", u"\ufffd\ufffd\ufffd"_s);
    row("table 3-8", "\x61\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63\x80\xbf\x64",
        u"a\ufffd\ufffd\ufffdb\ufffdc\ufffd\ufffdd"_s);
}

void MimeCharsetTest::marksDamage()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    const Converted converted = convert(Slice(bytes), "UTF-8");
    QVERIFY(converted.hadErrors);
    QCOMPARE(converted.text, text);
}

void MimeCharsetTest::readsJohab_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("syllables") << "\x88\x61\xd3\xbd"_ba << u"가힣"_s;
    QTest::newRow("letters") << "\x88\x41\x84\x61\x84\x42"_ba << u"ㄱㅏㄱ"_s;
    QTest::newRow("Chinese") << "\xe0\x31"_ba << u"伽"_s;
    QTest::newRow("damaged") << "\xff\x41"_ba << u"\ufffdA"_s;
    QTest::newRow("cut") << "A\x88"_ba << u"A\ufffd"_s;
}

void MimeCharsetTest::readsJohab()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(convert(Slice(bytes), "JOHAB").text, text);
}

void MimeCharsetTest::guesses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("hint");
    QTest::addColumn<QByteArray>("converter");
    const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &hint,
                        const QByteArray &converter) {
        QTest::newRow(name) << bytes << hint << converter;
    };
    row("ASCII", "abc", {}, "UTF-8");
    row("UTF-8", "\xe4\xbd\xa0", {}, "UTF-8");
    row("UTF-8, one damaged byte",
        "Gr\xc3\xbc\xc3\x9f"
        "e \xe9",
        {}, "UTF-8");
    row("UTF-8, hint otherwise", "\xe4\xbd\xa0\xe5\xa5\xbd\xe4", "GB18030", "UTF-8");
    row("GBK name", "\xc0\xee\xd0\xa1\xc1\xfa", {}, "GB18030");
    row("Shift_JIS name", "\x8e\x52\x93\x63", {}, "windows-31j");
    row("windows-1251 name", "\xc8\xe2\xe0\xed", {}, "windows-1251");
    row("windows-1252 name", "M\xfcller", {}, "windows-1252");
    row("windows-1252 quotes", "\x93Quotes\x94 \x96 5 \x80", {}, "windows-1252");
    row("hint without a score", "\xca\xe1\xeb\xe7", "ISO-8859-7", "ISO-8859-7");
    row("hint cannot read it", "M\xfcller", "GB18030", "windows-1252");
}

void MimeCharsetTest::guesses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, hint);
    QFETCH(QByteArray, converter);
    QCOMPARE(guessCharset(Slice(bytes), hint.isEmpty() ? nullptr : hint.constData()), converter);
}

QTEST_APPLESS_MAIN(MimeCharsetTest)
#include "tst_mime_charset.moc"
