// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/flowed.h"

namespace Mime {

namespace {

struct Line {
    QStringView text; // without quote marks, stuffing and the flowing space
    int depth = 0;
    bool flows = false; // goes on in the next line of the same depth
};

Line readLine(QStringView text, bool isDelSp)
{
    Line line;
    while (line.depth < text.size() && text[line.depth] == u'>')
        ++line.depth;
    text = text.sliced(line.depth);
    if (text.startsWith(u' ')) // RFC 3676 4.4: space stuffing
        text = text.sliced(1);
    line.flows = text.endsWith(u' ') && text != u"-- "; // 4.3: the signature's line is fixed
    if (line.flows && isDelSp)
        text.chop(1);
    line.text = text;
    return line;
}

void appendQuote(QString &out, int depth)
{
    if (depth > 0)
        out.append(QString(depth, u'>')).append(u' ');
}

} // namespace

QString withPlainLineEnds(QString text)
{
    qsizetype at = text.indexOf(u'\r');
    if (at < 0)
        return text;
    QChar *units = text.data();
    const QStringView whole(text);
    qsizetype out = at;
    while (at < whole.size()) { // at a CR; the text up to the next CR moves in one piece
        if (at + 1 == whole.size() || units[at + 1] != u'\n')
            units[out++] = u'\n';
        const qsizetype found = whole.indexOf(u'\r', at + 1);
        const qsizetype next = found < 0 ? whole.size() : found;
        std::copy(units + at + 1, units + next, units + out);
        out += next - at - 1;
        at = next;
    }
    text.truncate(out);
    return text;
}

QString unflowed(QStringView text, bool isDelSp)
{
    QString out;
    out.reserve(text.size());
    Line previous;
    bool isFirst = true;
    while (!text.isEmpty()) {
        const qsizetype newline = text.indexOf(u'\n');
        const Line line = readLine(newline < 0 ? text : text.first(newline), isDelSp);
        text = newline < 0 ? QStringView() : text.sliced(newline + 1);
        const bool joins =
            !isFirst && previous.flows && previous.depth == line.depth && line.text != u"-- ";
        if (!joins) {
            if (!isFirst)
                out.append(u'\n');
            appendQuote(out, line.depth);
        }
        out.append(line.text);
        previous = line;
        isFirst = false;
        if (newline >= 0 && text.isEmpty())
            out.append(u'\n');
    }
    return out;
}

} // namespace Mime
