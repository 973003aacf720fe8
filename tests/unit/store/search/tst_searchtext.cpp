// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchtext.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class tst_SearchText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void folds_data();
    void folds();
    void sameText_data();
    void sameText();
    void keepsLettersApart_data();
    void keepsLettersApart();
    void dropsNul();
    void cutsLongWords();
    void readsNoMoreThanTheLimit();
    void neverSplitsACharacterAtTheLimit();
    void givesSuffixesAsParts_data();
    void givesSuffixesAsParts();
    void partsAreBounded();
    void sortsByKey_data();
    void sortsByKey();
    void keysAreBounded();
    void manyMarksTakeNoLongTime();
};

void tst_SearchText::folds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("tokens");

    QTest::newRow("nothing") << u""_s << u""_s;
    QTest::newRow("spaces") << u" \r\n\t"_s << u""_s;
    QTest::newRow("words") << u"Hello, World!"_s << u"hello world"_s;
    QTest::newRow("address") << u"anna.meyer@example.com"_s << u"anna meyer example com"_s;
    QTest::newRow("per cent") << u"100%_off"_s << u"100 off"_s;
    QTest::newRow("accents") << u"Café Müller"_s << u"cafe muller \u0001mueller"_s;
    QTest::newRow("umlaut in two characters") << u"Mu\u0308ller"_s << u"muller \u0001mueller"_s;
    QTest::newRow("umlauts") << u"Übergröße"_s << u"ubergrosse \u0001uebergroesse"_s;
    QTest::newRow("Danish") << u"Søren Ågård"_s << u"soren \u0001soeren agard \u0001aagaard"_s;
    QTest::newRow("C++") << u"C++, C# and F#."_s << u"c \u0002c++ c \u0002c# and f \u0002f#"_s;
    QTest::newRow("more signs") << u"a+b c+++d #tag x++y"_s << u"a b c \u0002c++ d tag x y"_s;
    QTest::newRow(".NET") << u".NET (.Net) end.Next ...and"_s
                          << u"net \u0002.net net \u0002.net end next and"_s;
    QTest::newRow("many currency signs")
        << QString(u"$"_s.repeated(3000) + u"x "_s.repeated(450) + u"end"_s)
        << QString(u"$ "_s.repeated(3000) + u"x "_s.repeated(450) + u"end"_s);
    QTest::newRow("money") << u"US$ 100 $5 100€"_s << u"us $ 100 $ 5 100 €"_s;
    QTest::newRow("digits") << u"٤٢ ४२ ４２"_s << u"42 42 42"_s;
    QTest::newRow("Arabic with marks") << u"مَرْحَبًا"_s << u"مرحبا"_s;
    QTest::newRow("hamza") << u"أحمد إيمان آمال ٱ مؤمن شئ"_s << u"احمد ايمان امال ا مومن شي"_s;
    QTest::newRow("hamza in two characters") << u"ا\u0654حمد"_s << u"احمد"_s;
    QTest::newRow("last letters of Arabic") << u"مستشفى مدرسة"_s << u"مستشفي مدرسه"_s;
    QTest::newRow("tatweel") << u"مـــرحبا"_s << u"مرحبا"_s;
    QTest::newRow("niqqud") << u"שָׁלוֹם"_s << u"שלום"_s;
    QTest::newRow("Thai with marks") << u"น้ำผึ้ง"_s << u"น้ํา าผึ้ ผึ้ง ง"_s;
    QTest::newRow("Lao") << u"ລາວ"_s << u"ລາ າວ ວ"_s;
    QTest::newRow("family") << u"👩\u200d💻 👍🏽"_s << u"👩💻 💻 👍"_s;
    QTest::newRow("two emoji") << u"🎉🥳"_s << u"🎉🥳 🥳"_s;
    QTest::newRow("drawn lines") << u"a ──── b"_s << u"a b"_s;
    QTest::newRow("combining accents") << u"Cafe\u0301"_s << u"cafe"_s;
    QTest::newRow("two accents") << u"Việt"_s << u"viet"_s;
    QTest::newRow("sharp s") << u"Straße STRASSE ẞ"_s << u"strasse strasse ss"_s;
    QTest::newRow("sigma") << u"ΣΑΣ σας"_s << u"σασ σασ"_s;
    QTest::newRow("Greek accents") << u"Ελλάδα"_s << u"ελλαδα"_s;
    QTest::newRow("Cyrillic") << u"Встреча Ёлка Йод"_s << u"встреча елка иод"_s;
    QTest::newRow("full width") << u"ＡＢＣ１２３"_s << u"abc123"_s;
    QTest::newRow("ligature") << u"ﬁnal"_s << u"final"_s;
    QTest::newRow("Turkish i") << u"İstanbul"_s << u"istanbul"_s;
    QTest::newRow("soft hyphen") << u"Donau\u00addampf\u200bschiff"_s << u"donaudampfschiff"_s;
    QTest::newRow("private use") << u"a\ue000b"_s << u"a b"_s;
    QTest::newRow("emoji") << u"party 🎉 now"_s << u"party 🎉 now"_s;
    QTest::newRow("mathematical letters") << u"𝐀𝐛"_s << u"ab"_s;
    QTest::newRow("lone surrogate") << u"a"_s + QChar(0xd800) + QChar(u'b') << u"a b"_s;
    QTest::newRow("Chinese") << u"会议纪要"_s << u"会议 议纪 纪要 要"_s;
    QTest::newRow("one character") << u"会"_s << u"会"_s;
    QTest::newRow("two characters") << u"会议"_s << u"会议 议"_s;
    QTest::newRow("Chinese and words") << u"第3回会議ABC"_s << u"第 3 回会 会議 議 abc"_s;
    QTest::newRow("Chinese punctuation") << u"你好，世界。"_s << u"你好 好 世界 界"_s;
    QTest::newRow("voiced kana") << u"が"_s << u"が"_s;
    QTest::newRow("voiced kana in two") << u"か\u3099"_s << u"が"_s;
    QTest::newRow("half width kana") << u"ｶﾞｲﾄﾞ"_s << u"ガイ イド ド"_s;
    QTest::newRow("long kana") << u"サーバー"_s << u"サー ーバ バー ー"_s;
    QTest::newRow("Hangul") << u"회의"_s << u"회의 의"_s;
    QTest::newRow("Hangul in letters")
        << u"회의"_s.normalized(QString::NormalizationForm_D) << u"회의 의"_s;
    QTest::newRow("bracketed ideograph") << u"㈱東京"_s << u"株 東京 京"_s;
    QTest::newRow("beyond the first plane") << u"𠮷野家"_s << u"𠮷野 野家 家"_s;
    QTest::newRow("Thai") << u"ไทย"_s << u"ไท ทย ย"_s;
    QTest::newRow("Hebrew") << u"שלום"_s << u"שלום"_s;
    QTest::newRow("Hindi") << u"हिन्दी"_s << u"हिन्दी"_s;
    QTest::newRow("Arabic forms") << u"ﻣﺮﺣﺒﺎ"_s << u"مرحبا"_s;
}

void tst_SearchText::folds()
{
    QFETCH(QString, text);
    QFETCH(QString, tokens);
    QCOMPARE(QString::fromUtf8(normalizedTokens(text)), tokens);
}

void tst_SearchText::sameText_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");

    QTest::newRow("Vietnamese marks in any form")
        << u"tiếng Việt"_s << u"tie\u0302\u0301ng Vie\u0323\u0302t"_s;
    QTest::newRow("Arabic marks in any order") << u"ب\u0651\u064e"_s << u"ب\u064e\u0651"_s;
    QTest::newRow("Devanagari nukta") << u"\u0958"_s << u"\u0915\u093c"_s;
    QTest::newRow("Kelvin") << u"K"_s << u"\u212a"_s;
    QTest::newRow("Angstrom") << u"å"_s << u"\u212b"_s;
    QTest::newRow("Greek iota") << u"ᾳ"_s << u"α"_s;
    QTest::newRow("superscript") << u"m²"_s << u"m2"_s;
}

void tst_SearchText::sameText()
{
    QFETCH(QString, one);
    QFETCH(QString, other);
    QCOMPARE(normalizedTokens(one), normalizedTokens(other));
    QVERIFY(!normalizedTokens(one).isEmpty());
}

void tst_SearchText::keepsLettersApart_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");

    QTest::newRow("voicing marks are letters") << u"が"_s << u"か"_s;
    QTest::newRow("half voicing too") << u"パ"_s << u"ハ"_s;
    QTest::newRow("syllables") << u"각"_s << u"가"_s;
    QTest::newRow("Devanagari vowels") << u"कि"_s << u"क"_s;
}

void tst_SearchText::keepsLettersApart()
{
    QFETCH(QString, one);
    QFETCH(QString, other);
    QVERIFY(normalizedTokens(one) != normalizedTokens(other));
}

void tst_SearchText::dropsNul()
{
    QCOMPARE(normalizedTokens(QString::fromUtf8("ab\0cd", 5)), "abcd"_ba);
}

void tst_SearchText::cutsLongWords()
{
    QCOMPARE(normalizedTokens(QString(1000, QChar(u'x')) + u" y"_s), QByteArray(200, 'x') + " y");
    QCOMPARE(normalizedTokens(u"a"_s + QString(1000, QChar(u'д'))),
             'a' + u"д"_s.toUtf8().repeated(99));
}

void tst_SearchText::readsNoMoreThanTheLimit()
{
    const QString text = u"ab "_s.repeated(200'000);
    QCOMPARE(normalizedTokens(text).size(), maxSearchText);
    QCOMPARE(normalizedTokens(u"ab cd ef"_s, 5), "ab cd"_ba);
}

void tst_SearchText::neverSplitsACharacterAtTheLimit()
{
    QCOMPARE(normalizedTokens(u"会议"_s, 5), u"会"_s.toUtf8());
    QCOMPARE(normalizedTokens(u"𠮷野"_s, 4), u"𠮷"_s.toUtf8());
}

void tst_SearchText::givesSuffixesAsParts_data()
{
    QTest::addColumn<QString>("tokens");
    QTest::addColumn<QString>("parts");

    QTest::newRow("none") << u""_s << u""_s;
    QTest::newRow("too short") << u"ab c"_s << u""_s;
    QTest::newRow("words") << u"abcd xyz"_s << u"bcd cd yz"_s;
    QTest::newRow("Cyrillic") << u"отчет"_s << u"тчет чет ет"_s;
    QTest::newRow("pairs have none") << u"会议 议 abc"_s << u"bc"_s;
}

void tst_SearchText::givesSuffixesAsParts()
{
    QFETCH(QString, tokens);
    QFETCH(QString, parts);
    QCOMPARE(QString::fromUtf8(wordParts(tokens.toUtf8())), parts);
}

void tst_SearchText::partsAreBounded()
{
    const QByteArray parts = wordParts((QByteArray(200, 'x') + ' ').repeated(1000));
    QVERIFY(parts.size() <= 32 * 1024);
    QVERIFY(parts.size() > 16 * 1024);
}

void tst_SearchText::sortsByKey_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("key");

    QTest::newRow("case and marks") << u"Élan Vital"_s << u"elan vital"_s;
    QTest::newRow("punctuation stays") << u"Re: [dev]  100%"_s << u"re: [dev] 100%"_s;
    QTest::newRow("ends are trimmed") << u"  a\r\n b "_s << u"a b"_s;
    QTest::newRow("Chinese is not paired") << u"会议，纪要"_s << u"会议,纪要"_s;
    QTest::newRow("width") << u"ＲＥ：ｶﾞ"_s << u"re:ガ"_s;
    QTest::newRow("controls") << u"a\u0007b"_s << u"a b"_s;
}

void tst_SearchText::sortsByKey()
{
    QFETCH(QString, text);
    QFETCH(QString, key);
    QCOMPARE(QString::fromUtf8(normalizedKey(text)), key);
}

void tst_SearchText::keysAreBounded()
{
    QCOMPARE(normalizedKey(QString(10'000, QChar(u'会'))).size(), 510);
    QCOMPARE(normalizedKey(QString(10'000, QChar(u'x'))).size(), 512);
}

void tst_SearchText::manyMarksTakeNoLongTime()
{
    const QString marks = u"か"_s + QString(80'000, QChar(0x3099));
    const QString syllables = u"각"_s.normalized(QString::NormalizationForm_D).repeated(25'000);
    QVERIFY(!normalizedTokens(marks).isEmpty());
    QVERIFY(!normalizedTokens(syllables).isEmpty());
}

QTEST_APPLESS_MAIN(tst_SearchText)
#include "tst_searchtext.moc"
