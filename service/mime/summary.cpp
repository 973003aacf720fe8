// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/summary.h"

#include "mime/htmltext.h"
#include "mime/quotes.h"

namespace Mime {

namespace {

// Invisible characters, with which senders pad their preheaders.
bool isInvisible(char16_t c)
{
    return c == 0xad || c == 0x34f || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f)
        || (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff
        || c == 0xfffc || c == 0x115f || c == 0x1160 || c == 0x2800 || c == 0x3164;
}

bool isLow(QStringView text, qsizetype i)
{
    return i < text.size() && text[i].isLowSurrogate();
}

// The code point before `at`; 0 at the beginning of the text.
char32_t pointBefore(QStringView text, qsizetype at)
{
    if (at < 1)
        return 0;
    const QChar last = text[at - 1];
    return last.isLowSurrogate() && at > 1 ? QChar::surrogateToUcs4(text[at - 2], last)
                                           : char32_t(last.unicode());
}

char32_t pointAt(QStringView text, qsizetype at)
{
    if (at >= text.size())
        return 0;
    return text[at].isHighSurrogate() && isLow(text, at + 1)
        ? QChar::surrogateToUcs4(text[at], text[at + 1])
        : char32_t(text[at].unicode());
}

bool isInvisible(char32_t point)
{
    return point < 0x10000 && isInvisible(static_cast<char16_t>(point));
}

bool isLetter(char32_t point)
{
    return !isInvisible(point) && (QChar::isLetter(point) || QChar::isMark(point));
}

bool isPictograph(char32_t point)
{
    return point > 0x2000 && !isInvisible(point) && !QChar::isSpace(point)
        && !QChar::isLetter(point);
}

// Between letters (Persian, Sinhala), behind a virama (Malayalam) and inside of emoji, a joiner or
// non-joiner decides how its neighbours look; anywhere else it is padding.
bool isShaping(QStringView text, qsizetype at)
{
    constexpr unsigned char virama = 9;
    const char32_t before = pointBefore(text, at);
    const char32_t after = pointAt(text, at + 1);
    if (isLetter(before) && (isLetter(after) || QChar::combiningClass(before) == virama))
        return true;
    return text[at] == QChar(0x200d) && isPictograph(before) && isPictograph(after);
}

// RFC 9580 7.1: the text follows the first empty line.
QStringView withoutPgpHead(QStringView text)
{
    if (!text.trimmed().startsWith(u"-----BEGIN PGP SIGNED MESSAGE-----"))
        return text;
    const qsizetype empty = text.indexOf(u"\n\n");
    return empty < 0 ? text : text.sliced(empty + 2);
}

} // namespace

Summary summarize(QStringView text, int maxPoints)
{
    QString out;
    int points = 0;
    bool needsSpace = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isSpace() || c.unicode() < 0x20 || c.unicode() == 0x7f) {
            needsSpace = !out.isEmpty();
            continue;
        }
        if (c.unicode() >= 0xad && isInvisible(c.unicode())) {
            const bool isJoiner = c == QChar(0x200c) || c == QChar(0x200d);
            if (!isJoiner || out.isEmpty() || !isShaping(text, i))
                continue;
        }
        points += needsSpace ? 2 : 1;
        if (points > maxPoints)
            return { out + QChar(0x2026), true };
        if (needsSpace)
            out.append(u' ');
        needsSpace = false;
        out.append(c);
        if (c.isHighSurrogate() && isLow(text, i + 1))
            out.append(text[++i]);
    }
    return { out, false };
}

Summary summarizeText(QStringView text)
{
    text = withoutPgpHead(text);
    const QStringView own = belowQuote(text);
    if (own.size() == text.size())
        return summarize(text);
    Summary summary = summarize(own);
    if (!summary.text.isEmpty())
        return summary;
    summary = summarize(text);
    summary.isQuote = true;
    return summary;
}

Summary summarizeHtml(QStringView html, int maxPoints)
{
    // Invisible padding takes room in the text but not in the summary, so more text is read while
    // the summary is short. Each round reads four times as much, so all together cost little more
    // than the last.
    for (qsizetype room = 1024;; room *= 4) {
        const OwnText own = htmlToOwnText(html, room);
        Summary summary = summarize(own.text, maxPoints);
        if (!summary.isCut && own.text.size() >= room - 1 && room <= html.size())
            continue;
        if (own.isAfterQuote && summary.text.isEmpty()) {
            summary = summarize(htmlToText(html, room), maxPoints);
            summary.isQuote = true;
        }
        return summary;
    }
}

QString summaryOfText(QStringView text)
{
    return summarizeText(text).text;
}

QString summaryOfHtml(QStringView html)
{
    return summarizeHtml(html).text;
}

} // namespace Mime
