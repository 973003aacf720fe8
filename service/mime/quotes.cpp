// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/quotes.h"

#include <algorithm>
#include <iterator>

namespace Mime {

namespace {

constexpr qsizetype longestAttribution = 400;
constexpr int mostAttributionLines = 3; // programs fold long ones

struct Line {
    QStringView text; // without white space at the ends
    qsizetype next = 0;
};

Line lineAt(QStringView text, qsizetype begin)
{
    const qsizetype newline = text.indexOf(u'\n', begin);
    const qsizetype end = newline < 0 ? text.size() : newline;
    return { text.sliced(begin, end - begin).trimmed(), newline < 0 ? text.size() : newline + 1 };
}

bool isQuote(QStringView line)
{
    return line.startsWith(u'>') && !line.startsWith(u">From "); // `From ` as mbox escapes it
}

bool endsInColon(QStringView text)
{
    return text.endsWith(u':') || text.endsWith(u'\uff1a');
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

// Whether there is a time of day, and digits enough for a year as well.
bool hasDate(QStringView text)
{
    bool hasTime = false;
    for (qsizetype i = 1; i + 1 < text.size(); ++i)
        hasTime = hasTime || (text[i] == u':' && isDigit(text[i - 1]) && isDigit(text[i + 1]));
    return hasTime && std::count_if(text.begin(), text.end(), isDigit) >= 6;
}

// Where the quote begins behind the attribution at `begin`, whose last line ends in a colon. -1:
// there is no attribution, or no quote behind it.
qsizetype endOfAttribution(QStringView text, qsizetype begin)
{
    qsizetype at = begin;
    for (int i = 0; i < mostAttributionLines && at - begin <= longestAttribution; ++i) {
        const Line line = lineAt(text, at);
        if (line.text.isEmpty() || isQuote(line.text))
            return -1;
        at = line.next;
        if (!endsInColon(line.text))
            continue;
        qsizetype quote = at;
        while (quote < text.size() && lineAt(text, quote).text.isEmpty())
            quote = lineAt(text, quote).next;
        const bool isFollowed = quote < text.size() && isQuote(lineAt(text, quote).text);
        return isFollowed && isAttribution(text.sliced(begin, at - begin)) ? quote : -1;
    }
    return -1;
}

} // namespace

bool isAttribution(QStringView text)
{
    constexpr QStringView verbs[] = { u"wrote",    u"writes",   u"schrieb",    u"a écrit",
                                      u"escribió", u"escribio", u"scritto",    u"escreveu",
                                      u"schreef",  u"skrev",    u"kirjoitti",  u"napisał",
                                      u"napsal",   u"napísal",  u"írta",       u"yazdı",
                                      u"написал",  u"пишет",    u"έγραψε",     u"写道",
                                      u"寫道",     u"のメール", u"書きました", u"작성" };
    text = text.trimmed();
    if (text.size() > longestAttribution || !endsInColon(text))
        return false;
    return text.contains(u'@') || hasDate(text)
        || std::any_of(std::begin(verbs), std::end(verbs),
                       [&](QStringView verb) { return text.contains(verb, Qt::CaseInsensitive); });
}

QStringView belowQuote(QStringView text)
{
    bool isBelow = false;
    for (qsizetype at = 0; at < text.size();) {
        const Line line = lineAt(text, at);
        if (isQuote(line.text)) {
            isBelow = true;
        } else if (!line.text.isEmpty()) {
            const qsizetype quote = endOfAttribution(text, at);
            if (quote < 0 && !isBelow)
                return text;
            if (quote < 0)
                return line.text == u"--" ? QStringView() : text.sliced(at);
            at = quote;
            continue;
        }
        at = line.next;
    }
    return isBelow ? QStringView() : text;
}

} // namespace Mime
