// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/plaintext.h"

#include "html/links.h"
#include "html/writtentext.h"

using namespace Qt::StringLiterals;

namespace Html {

namespace {

constexpr int deepestQuote = 8;
constexpr qsizetype longestAddress = 4096;

bool endsAddress(QChar c)
{
    return c.isSpace() || c == u'<' || c == u'>' || c == u'"'
        || c.category() == QChar::Other_Control;
}

// Punctuation behind an address belongs to the sentence, as does a closing bracket that the address
// does not open.
qsizetype lengthOfAddress(QStringView text)
{
    qsizetype length = 0;
    qsizetype brackets = 0;
    text = text.first(std::min(text.size(), longestAddress));
    for (; length < text.size() && !endsAddress(text[length]); ++length)
        brackets += (text[length] == u'(') - (text[length] == u')');
    for (; length > 0; --length) {
        const QChar last = text[length - 1];
        if (last == u')' && brackets < 0)
            ++brackets;
        else if (!QStringView(u".,;:!?'*_]}\u3002\uff0c").contains(last))
            break;
    }
    return length;
}

bool beginsAddress(QStringView text)
{
    for (const QStringView scheme : { u"http://", u"https://", u"mailto:" }) {
        if (text.startsWith(scheme, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

void appendLink(QString &out, QStringView address)
{
    out.append("<a href=\""_L1);
    appendEscaped(out, safeLink(address));
    out.append("\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">"_L1);
    appendEscaped(out, address);
    out.append("</a>"_L1);
}

void appendPlain(QString &out, QStringView text)
{
    for (const QChar c : text) {
        if (c.category() != QChar::Other_Control || c == u'\t')
            appendEscaped(out, QStringView(&c, 1));
    }
}

void appendLine(QString &out, QStringView line)
{
    qsizetype begin = 0;
    for (qsizetype colon = line.indexOf(u':'); colon >= 0; colon = line.indexOf(u':', colon + 1)) {
        for (const qsizetype scheme : { 4, 5, 6 }) {
            const qsizetype at = colon - scheme;
            if (at < begin || (at > 0 && line[at - 1].isLetterOrNumber())
                || !beginsAddress(line.sliced(at)))
                continue;
            const QStringView address = line.sliced(at, lengthOfAddress(line.sliced(at)));
            if (address.size() <= scheme + 3 || safeLink(address).isEmpty())
                continue;
            appendPlain(out, line.sliced(begin, at - begin));
            appendLink(out, address);
            begin = at + address.size();
            colon = begin - 1;
            break;
        }
    }
    appendPlain(out, line.sliced(begin));
}

/// Removes the quote marks from the line and returns their number, at most `deepestQuote`.
int takeQuoteMarks(QStringView &line)
{
    int level = 0;
    QStringView rest = line;
    while (rest.startsWith(u'>')) {
        rest = rest.sliced(1);
        ++level;
        if (rest.startsWith(u" >"))
            rest = rest.sliced(1);
    }
    if (level > 0)
        line = rest.startsWith(u' ') ? rest.sliced(1) : rest;
    return std::min(level, deepestQuote);
}

void setLevel(QString &out, int &level, int wanted)
{
    for (; level < wanted; ++level)
        out.append("<blockquote>"_L1);
    for (; level > wanted; --level)
        out.append("</blockquote>"_L1);
}

} // namespace

QString plainTextAsHtml(QStringView text)
{
    QString out = u"<div class=\"postrider-text\">"_s;
    out.reserve(text.size() + text.size() / 8);
    int level = 0;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype found = text.indexOf(u'\n', at);
        const qsizetype end = found < 0 ? text.size() : found;
        QStringView line = text.sliced(at, end - at);
        setLevel(out, level, takeQuoteMarks(line));
        appendLine(out, line);
        out.append(u'\n');
        at = end + 1;
    }
    setLevel(out, level, 0);
    out.append("</div>"_L1);
    return out;
}

} // namespace Html
