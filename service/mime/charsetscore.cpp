// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charsetscore.h"

#include "mime/commoncharacters.h"
#include "mime/decoder.h"

namespace Mime {

namespace {

constexpr double common = 3; // a character that most texts have
constexpr double usual = 1;  // one of the first level of its standard
constexpr double rare = -1;  // one of the second level
constexpr double unlikely = -2;

bool isIn(int byte, int low, int high)
{
    return byte >= low && byte <= high;
}

// GB 2312: symbols, 3,755 usual characters by sound, 3,008 rare ones; beyond that GBK's additions.
double pointsInGb18030(int lead, int trail)
{
    if (trail < 0xa1)
        return unlikely;
    return isIn(lead, 0xb0, 0xd7) ? usual
        : isIn(lead, 0xd8, 0xf7)  ? rare
        : isIn(lead, 0xa1, 0xa3)  ? usual
                                  : unlikely;
}

// Symbols, 5,401 usual characters by strokes, 7,652 rare ones.
double pointsInBig5(int lead, int)
{
    return isIn(lead, 0xa1, 0xc6) ? usual : isIn(lead, 0xc9, 0xf9) ? rare : unlikely;
}

// JIS X 0208: kana, 2,965 usual kanji, 3,390 rare ones; in EUC-JP each row with its own first byte.
double pointsInEucJp(int lead, int)
{
    if (isIn(lead, 0xa4, 0xa5))
        return common - usual;
    return isIn(lead, 0xb0, 0xcf) || lead == 0xa1 ? usual
        : isIn(lead, 0xd0, 0xf4)                  ? rare
                                                  : unlikely;
}

double pointsInShiftJis(int lead, int trail)
{
    if ((lead == 0x82 && trail >= 0x9f) || (lead == 0x83 && trail <= 0x96))
        return common - usual;
    const bool isUsual = lead == 0x81 || isIn(lead, 0x89, 0x97) || (lead == 0x88 && trail >= 0x9f);
    return isUsual ? usual : isIn(lead, 0x98, 0x9f) || isIn(lead, 0xe0, 0xea) ? rare : unlikely;
}

// KS X 1001: symbols, 2,350 syllables, Chinese characters, which are rare in Korean mail.
double pointsInEucKr(int lead, int trail)
{
    if (trail < 0xa1)
        return rare;
    return isIn(lead, 0xb0, 0xc8) || lead == 0xa1 ? usual
        : isIn(lead, 0xca, 0xfd)                  ? rare
                                                  : unlikely;
}

struct PairCharset {
    std::string_view converter;
    double (*points)(int lead, int trail);
    const QStringView &commonCharacters;
};

const std::array<PairCharset, 5> pairCharsets{ {
    { "GB18030", pointsInGb18030, CommonCharacters::simplifiedChinese },
    { "Big5-HKSCS", pointsInBig5, CommonCharacters::traditionalChinese },
    { "windows-31j", pointsInShiftJis, CommonCharacters::japanese },
    { "EUC-JP", pointsInEucJp, CommonCharacters::japanese },
    { "windows-949", pointsInEucKr, CommonCharacters::korean },
} };

// Half-width katakana are single bytes in Shift_JIS, and get no points.
double scoreOfPairs(Slice bytes, const QString &text, const PairCharset &charset)
{
    double points = 0;
    qsizetype high = 0;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const int lead = static_cast<quint8>(bytes[i]);
        if (lead < 0x80)
            continue;
        ++high;
        if (charset.converter == "windows-31j" && isIn(lead, 0xa1, 0xdf))
            continue;
        points += charset.points(lead, static_cast<quint8>(bytes[++i]));
        ++high;
    }
    points += (common - usual)
        * static_cast<double>(std::count_if(text.begin(), text.end(), [&](QChar c) {
                  return c.unicode() > 0x7f && charset.commonCharacters.contains(c);
              }));
    return points / static_cast<double>(std::max<qsizetype>(high, 1));
}

bool isAsciiLetter(QChar c)
{
    return c.unicode() < 0x80 && c.isLetter();
}

bool isCyrillic(QChar c)
{
    return c.script() == QChar::Script_Cyrillic;
}

bool isPunctuation(QChar c)
{
    return c.isPunct() || c.isSpace() || c == u'\u2116' || c == u'\u20ac' || c == u'\u00b0';
}

QChar at(const QString &text, qsizetype i)
{
    return i >= 0 && i < text.size() ? text.at(i) : QChar();
}

// A capital letter begins a word, or the word has only capitals; anything else is odd.
bool hasOddCase(QChar before, QChar previous, QChar c)
{
    if (!previous.isLetter())
        return false;
    return (previous.isLower() && c.isUpper())
        || (before.isLetter() && before.isUpper() && previous.isUpper() && c.isLower());
}

double pointsOfCyrillic(const QString &text, qsizetype i)
{
    const QChar c = text.at(i);
    const QChar previous = at(text, i - 1);
    if (!isCyrillic(c))
        return isPunctuation(c) ? 0.3 : -1;
    if (isAsciiLetter(previous) || isAsciiLetter(at(text, i + 1))
        || hasOddCase(at(text, i - 2), previous, c))
        return unlikely;
    return CommonCharacters::cyrillic.contains(c.toLower()) ? 1.2 : 0.4;
}

// A letter with an accent usually stands beside a letter without one.
double pointsOfLatin(const QString &text, qsizetype i)
{
    const QChar c = text.at(i);
    const QChar previous = at(text, i - 1);
    if (!c.isLetter())
        return isPunctuation(c) ? 0.5 : -1;
    if (hasOddCase(at(text, i - 2), previous, c))
        return unlikely;
    const bool isBesideLetter = isAsciiLetter(previous) || isAsciiLetter(at(text, i + 1));
    const double ofCommon = CommonCharacters::latin.contains(c) ? 0.5 : 0;
    return (isBesideLetter ? 1 : -0.5) + ofCommon;
}

double scoreOfLetters(const QString &text, double (*points)(const QString &, qsizetype))
{
    double sum = 0;
    qsizetype high = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text.at(i).unicode() < 0x80)
            continue;
        ++high;
        sum += points(text, i);
    }
    return sum / static_cast<double>(std::max<qsizetype>(high, 1));
}

} // namespace

std::optional<double> naturalness(Slice bytes, const char *converter)
{
    const Converted converted = convert(bytes, converter);
    if (converted.hadErrors)
        return std::nullopt;
    const std::string_view name(converter);
    if (name == "windows-1252")
        return scoreOfLetters(converted.text, pointsOfLatin);
    for (const PairCharset &charset : pairCharsets) {
        if (charset.converter == name)
            return scoreOfPairs(bytes, converted.text, charset);
    }
    return scoreOfLetters(converted.text, pointsOfCyrillic);
}

} // namespace Mime
