// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/johab.h"

#include "mime/systemdecoder.h"

namespace Mime {

namespace {

// In the order of Unicode's syllables, The Unicode Standard 3.12.
constexpr QStringView initialLetters = u"ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
constexpr QStringView finalLetters = u" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
constexpr char16_t firstVowel = u'\u314F';
constexpr char16_t firstSyllable = u'\uAC00';
constexpr int filler = -1; // this letter of the syllable is not there
constexpr int invalid = -2;

int initialOf(int bits)
{
    return bits >= 2 && bits <= 20 ? bits - 2 : bits == 1 ? filler : invalid;
}

// The vowels are in groups of six, with two unused values in front of each group.
int vowelOf(int bits)
{
    if (bits == 2)
        return filler;
    return bits > 2 && bits < 30 && bits % 8 >= 2 ? bits - 3 - bits / 8 * 2 : invalid;
}

// The final letter; 0: the syllable has none.
int finalOf(int bits)
{
    if (bits < 1 || bits == 18 || bits > 29)
        return invalid;
    return bits < 18 ? bits - 1 : bits - 2;
}

// A syllable, one letter alone, or 0.
char16_t hangulOf(int code)
{
    const int initial = initialOf(code >> 10 & 31);
    const int vowel = vowelOf(code >> 5 & 31);
    const int last = finalOf(code & 31);
    if (initial == invalid || vowel == invalid || last == invalid)
        return 0;
    if (initial >= 0 && vowel >= 0)
        return static_cast<char16_t>(firstSyllable + (initial * 21 + vowel) * 28 + last);
    if (initial >= 0)
        return last == 0 ? initialLetters[initial].unicode() : u'\0';
    if (vowel >= 0)
        return last == 0 ? static_cast<char16_t>(firstVowel + vowel) : u'\0';
    return last == 0 ? u'\u3000' : finalLetters[last].unicode();
}

// The same character in EUC-KR; a first byte of Johab stands for two rows of KS X 1001. Empty if
// there is none.
QByteArray eucKrOf(int lead, int trail)
{
    const bool isLead = (lead >= 0xd9 && lead <= 0xde) || (lead >= 0xe0 && lead <= 0xf9);
    const bool isTrail = (trail >= 0x31 && trail <= 0x7e) || (trail >= 0x91 && trail <= 0xfe);
    if (!isLead || !isTrail)
        return {};
    const int row = lead < 0xe0 ? 2 * (lead - 0xd9) : 2 * lead - 0x197;
    const int column = trail < 0x91 ? trail - 0x31 : trail - 0x43;
    const char bytes[] = { static_cast<char>(0xa1 + row + column / 94),
                           static_cast<char>(0xa1 + column % 94) };
    return QByteArray(bytes, 2);
}

} // namespace

Converted decodeJohab(Slice bytes)
{
    Converted result;
    SystemDecoder rows("windows-949", QStringConverter::Flag::Stateless);
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const int lead = static_cast<quint8>(bytes[i]);
        if (lead < 0x80) {
            result.text.append(QChar(lead));
            continue;
        }
        const int trail = static_cast<quint8>(bytes[i + 1]);
        const char16_t hangul = lead < 0xd4 && trail >= 0x41 ? hangulOf(lead << 8 | trail) : u'\0';
        const QByteArray pair = eucKrOf(lead, trail);
        const QString other = hangul || pair.isEmpty() ? QString() : rows.decode(pair).text;
        const bool isOther = !other.isEmpty() && !other.contains(QChar::ReplacementCharacter);
        if (hangul)
            result.text.append(QChar(hangul));
        else
            result.text.append(isOther ? other : QString(QChar::ReplacementCharacter));
        result.hadErrors = result.hadErrors || (!hangul && !isOther);
        i += hangul || isOther ? 1 : 0; // a damaged pair may hold the next character's first byte
    }
    return result;
}

} // namespace Mime
