// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/hangul.h"

#include <QStringView>

namespace Mime {

namespace {

constexpr char16_t filler = u'\u3164';
constexpr char16_t firstVowel = u'\u314F';
constexpr int vowels = 21;
constexpr int finals = 28; // including "no final"

// In the order of Unicode's syllables, The Unicode Standard 3.12.
constexpr QStringView initialLetters = u"ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
constexpr QStringView finalLetters =
    u"ㅤㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

// The syllable of the three letters, or 0.
char16_t syllable(QStringView letters)
{
    const qsizetype initial = initialLetters.indexOf(letters[0]);
    const int vowel = letters[1].unicode() - firstVowel;
    const qsizetype last = finalLetters.indexOf(letters[2]);
    if (initial < 0 || vowel < 0 || vowel >= vowels || last < 0)
        return 0;
    return char16_t(0xAC00 + (initial * vowels + vowel) * finals + last);
}

} // namespace

QString joinMakeUpHangul(const QString &text)
{
    qsizetype at = text.indexOf(filler);
    if (at < 0)
        return text;
    QString joined;
    qsizetype from = 0;
    for (; at >= 0 && at + 3 < text.size(); at = text.indexOf(filler, at)) {
        const char16_t made = syllable(QStringView(text).sliced(at + 1, 3));
        if (!made) {
            ++at;
            continue;
        }
        joined += QStringView(text).sliced(from, at - from);
        joined += QChar(made);
        from = at += 4;
    }
    joined += QStringView(text).sliced(from);
    return joined;
}

} // namespace Mime
