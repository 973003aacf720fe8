// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/summary.h"

#include "mime/htmltext.h"

namespace Mime {

namespace {

// What senders pad their preheaders with; it shows nothing.
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

} // namespace

Summary summarize(QStringView text)
{
    QString out;
    int points = 0;
    bool needsSpace = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        // Zero width joiners hold emoji together: kept between visible characters.
        const bool isJoiner = c == QChar(0x200d) && !out.isEmpty() && !needsSpace
            && i + 1 < text.size() && text[i + 1].unicode() > 0x2000;
        if (c.isSpace() || c.unicode() < 0x20 || c.unicode() == 0x7f) {
            needsSpace = !out.isEmpty();
            continue;
        }
        if (isInvisible(c.unicode()) && !isJoiner)
            continue;
        points += needsSpace ? 2 : 1;
        if (points > summaryCodePoints)
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

QString summaryOfText(QStringView text)
{
    return summarize(text).text;
}

Summary summarizeHtml(QStringView html)
{
    // Invisible padding costs room in the text but none in the summary: look further while it is
    // short. Four times as far each time, so all rounds together cost little more than the last.
    for (qsizetype room = 1024;; room *= 4) {
        const QString text = htmlToText(html, room);
        const Summary summary = summarize(text);
        if (summary.isCut || text.size() < room - 1 || room > html.size())
            return summary;
    }
}

QString summaryOfHtml(QStringView html)
{
    return summarizeHtml(html).text;
}

} // namespace Mime
