// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/basesubject.h"

#include <QSet>
#include <QString>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype longestMark = 12;
constexpr qsizetype longestCount = 4;

// Whether the word is a prefix of replies or forwarded mails. The list is case-folded.
bool isMark(QStringView word)
{
    static const QSet<QString> marks = {
        u"re"_s,   u"fw"_s,    u"fwd"_s,     // English, and most programs
        u"aw"_s,   u"wg"_s,    u"antwort"_s, // German
        u"tr"_s,   u"réf"_s,   u"ref"_s,     // French
        u"rv"_s,   u"res"_s,   u"enc"_s,     // Spanish, Portuguese
        u"rif"_s,  u"antw"_s,  u"doorst"_s,  // Italian, Dutch
        u"sv"_s,   u"vs"_s,    u"vb"_s,      // Scandinavian, Finnish
        u"vl"_s,   u"odp"_s,   u"pd"_s,      // Finnish, Polish
        u"ynt"_s,  u"ilt"_s,   u"i̇lt"_s,     // Turkish
        u"bls"_s,  u"trs"_s,   u"vá"_s,      // Indonesian, Hungarian
        u"отв"_s,  u"ответ"_s, u"пересл"_s,  // Russian
        u"απ"_s,   u"σχετ"_s,  u"πρθ"_s,     // Greek
        u"השב"_s,  u"הועבר"_s,               // Hebrew
        u"回复"_s, u"回覆"_s,  u"答复"_s,    // Chinese
        u"答覆"_s, u"转发"_s,  u"轉寄"_s,    // Chinese
        u"轉發"_s, u"转寄"_s,  u"返信"_s,    // Chinese, Japanese
        u"転送"_s, u"회신"_s,  u"답장"_s,    // Japanese, Korean
        u"전달"_s,                           // Korean
    };
    return marks.contains(word.toString().toCaseFolded());
}

qsizetype skipSpace(QStringView text, qsizetype i)
{
    while (i < text.size() && text[i].isSpace())
        ++i;
    return i;
}

qsizetype skipDigits(QStringView text, qsizetype i)
{
    const qsizetype end = std::min(text.size(), i + longestCount);
    while (i < end && text[i] >= u'0' && text[i] <= u'9')
        ++i;
    return i;
}

/// The position after `[2]`, `(2)`, `^2` or `2`; `i` if there is no such count.
qsizetype skipCount(QStringView text, qsizetype i)
{
    if (i >= text.size())
        return i;
    const bool isOpen = text[i] == u'[' || text[i] == u'(';
    const qsizetype begin = isOpen || text[i] == u'^' ? i + 1 : i;
    const qsizetype end = skipDigits(text, begin);
    if (end == begin)
        return i;
    if (!isOpen)
        return end;
    const QChar close = text[i] == u'[' ? u']' : u')';
    return end < text.size() && text[end] == close ? end + 1 : i;
}

/// The length of the first prefix, including its colon; 0: there is none.
qsizetype markLength(QStringView text)
{
    qsizetype i = 0;
    while (i < text.size() && i <= longestMark && (text[i].isLetter() || text[i].isMark()))
        ++i;
    if (i == 0 || i > longestMark || !isMark(text.first(i)))
        return 0;
    i = skipSpace(text, skipCount(text, skipSpace(text, i)));
    const bool hasColon = i < text.size() && (text[i] == u':' || text[i] == u'：');
    return hasColon ? i + 1 : 0;
}

} // namespace

BaseSubject baseSubject(QStringView subject)
{
    BaseSubject base{ subject.trimmed(), false };
    while (const qsizetype length = markLength(base.text))
        base = { base.text.sliced(length).trimmed(), true };
    return base;
}

} // namespace Store
