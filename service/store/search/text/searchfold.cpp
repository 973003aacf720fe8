// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchfold.h"

#include <QChar>
#include <QList>
#include <QString>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr unsigned char classBits = 0x07;
constexpr unsigned char dropsMarksFlag = 0x08;
constexpr unsigned char combinesFlag = 0x10;

void addFlag(unsigned char &flags, unsigned char flag)
{
    flags = static_cast<unsigned char>(flags | flag);
}

// Scripts that put no space between words.
bool isRunScript(QChar::Script script)
{
    switch (script) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
    case QChar::Script_Yi:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
    case QChar::Script_TaiLe:
    case QChar::Script_NewTaiLue:
    case QChar::Script_TaiTham:
    case QChar::Script_TaiViet:
        return true;
    default:
        return false;
    }
}

bool isRun(char32_t c)
{
    // ー and similar characters belong to no single script.
    const bool commonKana = QChar::isLetter(c) && c >= 0x3000 && c <= 0x30ff;
    return commonKana || isRunScript(QChar::script(c));
}

bool isVariationSelector(char32_t c)
{
    return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x180b && c <= 0x180f) || c == 0x034f
        || (c >= 0xe0100 && c <= 0xe01ef);
}

// Not all symbols: lines and boxes of a mail drawn with characters would fill the index.
bool isEmoji(char32_t c)
{
    const bool isRange = (c >= 0x2300 && c <= 0x23ff) || (c >= 0x2600 && c <= 0x27bf)
        || (c >= 0x2b00 && c <= 0x2bff) || c >= 0x1f000;
    return isRange && QChar::category(c) == QChar::Symbol_Other;
}

// Also what changes only the look of the character before it: the tatweel makes an Arabic word longer, and
// skin tones colour an emoji.
bool isIgnored(char32_t c)
{
    constexpr char32_t tatweel = 0x0640;
    return c == 0 || c == tatweel || (c >= 0x1f3fb && c <= 0x1f3ff) || isVariationSelector(c)
        || QChar::category(c) == QChar::Other_Format;
}

CharClass computeClass(char32_t c)
{
    if (isIgnored(c))
        return CharClass::Ignored;
    if (isEmoji(c) || QChar::category(c) == QChar::Symbol_Currency)
        return CharClass::Run;
    if (QChar::isMark(c))
        return isRun(c) ? CharClass::Run : CharClass::Mark;
    if (QChar::isLetter(c) || QChar::isNumber(c))
        return isRun(c) ? CharClass::Run : CharClass::Word;
    return CharClass::Separator;
}

bool computeDropsMarks(char32_t c)
{
    const QChar::Script script = QChar::script(c);
    return c < 0x80
        || (QChar::isLetter(c)
            && (script == QChar::Script_Latin || script == QChar::Script_Greek
                || script == QChar::Script_Cyrillic || script == QChar::Script_Arabic
                || script == QChar::Script_Hebrew));
}

QString withoutDroppedMarks(const QString &text)
{
    QString result;
    bool dropping = false;
    for (const char32_t c : text.toUcs4()) {
        if (dropping && QChar::isMark(c))
            continue;
        dropping = computeDropsMarks(c);
        result += QString::fromUcs4(&c, 1);
    }
    return result;
}

// Letters for which people also type a plain form: letters with strokes, which Unicode does not decompose
// like accents, the ligatures of French and the Scandinavian languages, the Turkish dotless i, and the letters of
// Arabic that are written with or without their dots. Unicode decomposes the other forms of alef, waw and yeh.
struct PlainForm {
    char16_t letter; ///< lower case
    std::u16string_view plain;
};

constexpr std::array plainForms{
    PlainForm{ u'ß', u"ss" },          PlainForm{ u'æ', u"ae" }, PlainForm{ u'œ', u"oe" },
    PlainForm{ u'ø', u"o" },           PlainForm{ u'đ', u"d" },  PlainForm{ u'ħ', u"h" },
    PlainForm{ u'ł', u"l" },           PlainForm{ u'ŧ', u"t" },  PlainForm{ u'ı', u"i" },
    PlainForm{ u'\u0671', u"\u0627" }, // alef wasla: alef
    PlainForm{ u'\u0649', u"\u064a" }, // alef maksura: yeh
    PlainForm{ u'\u06cc', u"\u064a" }, // Farsi yeh: yeh
    PlainForm{ u'\u06a9', u"\u0643" }, // keheh: kaf
    PlainForm{ u'\u0629', u"\u0647" }, // teh marbuta: heh
};

// QString::toCaseFolded() maps one code point to one. The other full foldings of CaseFolding.txt result from
// NFKC and the dropped marks.
QString caseFolded(const QString &text)
{
    QString folded;
    for (const QChar c : text.toCaseFolded()) {
        const auto form = std::ranges::find(plainForms, c.unicode(), &PlainForm::letter);
        if (form == plainForms.end())
            folded += c;
        else
            folded += QStringView(form->plain);
    }
    return folded;
}

void makeDigitsAscii(std::u32string &text)
{
    for (char32_t &c : text) {
        if (QChar::category(c) == QChar::Number_DecimalDigit)
            c = U'0' + char32_t(QChar::digitValue(c));
    }
}

std::u32string computeFold(char32_t c)
{
    const QString decomposed = QString::fromUcs4(&c, 1).normalized(QString::NormalizationForm_KD);
    const QString folded = caseFolded(withoutDroppedMarks(decomposed));
    std::u32string composed = folded.normalized(QString::NormalizationForm_KC).toStdU32String();
    makeDigitsAscii(composed);
    return composed;
}

// Ideographs and Hangul syllables fold to themselves; together they are most of the table.
bool foldsToItself(char32_t c)
{
    return (c >= 0x3400 && c < 0xa000) || (c >= 0xac00 && c < 0xd7a4) || (c >= 0xd800 && c < 0xf900)
        || (c >= 0x20000 && c < 0x2f800);
}

} // namespace

const SearchFold &SearchFold::instance()
{
    static const SearchFold fold;
    return fold;
}

SearchFold::SearchFold() : m_flags(tableSize), m_single(tableSize)
{
    for (char32_t c = 0; c < tableSize; ++c) {
        m_flags[c] = static_cast<unsigned char>(computeClass(c));
        if (computeDropsMarks(c))
            addFlag(m_flags[c], dropsMarksFlag);
        addCombining(c);
        addFold(c);
    }
    for (const char32_t c : { U'\uff9e', U'\uff9f' }) // half width forms of the kana voicing marks
        addFlag(m_flags[c], combinesFlag);
}

// The second code point of a canonical decomposition can merge with the first; a mark with a combining class
// can change its place.
void SearchFold::addCombining(char32_t c)
{
    const bool jamoVowelOrTail = (c >= 0x1161 && c <= 0x1175) || (c >= 0x11a8 && c <= 0x11c2);
    if (QChar::combiningClass(c) != 0 || jamoVowelOrTail)
        addFlag(m_flags[c], combinesFlag);
    if (foldsToItself(c) || QChar::decompositionTag(c) != QChar::Canonical)
        return;
    const auto parts = QChar::decomposition(c).toStdU32String();
    if (parts.size() == 2 && parts[1] < tableSize)
        addFlag(m_flags[parts[1]], combinesFlag);
}

void SearchFold::addFold(char32_t c)
{
    m_single[c] = c;
    if (foldsToItself(c))
        return;
    std::u32string folded = computeFold(c);
    if (folded.size() == 1) {
        m_single[c] = folded.front();
        return;
    }
    m_single[c] = inExpansions + static_cast<char32_t>(m_expansions.size());
    m_expansions.push_back(std::move(folded));
}

CharClass SearchFold::classOf(char32_t c) const
{
    return c < tableSize ? static_cast<CharClass>(m_flags[c] & classBits) : computeClass(c);
}

bool SearchFold::dropsMarks(char32_t c) const
{
    return c < tableSize ? (m_flags[c] & dropsMarksFlag) != 0 : computeDropsMarks(c);
}

bool SearchFold::combines(char32_t c) const
{
    return c < tableSize ? (m_flags[c] & combinesFlag) != 0 : QChar::combiningClass(c) != 0;
}

std::u32string_view SearchFold::fold(char32_t c, std::u32string &buffer) const
{
    if (c >= tableSize) {
        buffer = foldsToItself(c) ? std::u32string(1, c) : computeFold(c);
        return buffer;
    }
    const char32_t &single = m_single[c];
    if (single < inExpansions)
        return { &single, 1 };
    return m_expansions[single - inExpansions];
}

} // namespace Store
