// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/textsink.h"

#include <algorithm>

namespace Mime {

namespace {
bool isWhiteSpace(QChar c) // as HTML defines it, without the no-break space
{
    return c <= u' ' && (c == u' ' || c == u'\n' || c == u'\r' || c == u'\t' || c == u'\f');
}

// The end of the run of words that begins at `p` and has only single blanks between them.
const QChar *endOfWords(const QChar *p, const QChar *end)
{
    while (p < end) {
        if (!isWhiteSpace(*p))
            ++p;
        else if (*p == u' ' && p + 1 < end && !isWhiteSpace(p[1]))
            p += 2;
        else
            break;
    }
    return p;
}
} // namespace

void TextSink::append(QStringView text)
{
    const QChar *const end = text.end();
    for (const QChar *p = text.begin(); p < end && !isFull();) {
        if (isWhiteSpace(*p)) {
            m_needsSpace = true;
            ++p;
            continue;
        }
        const QChar *const words = p;
        p = endOfWords(p, end);
        if (m_needsSpace || m_separation != Separation::None)
            writeSeparation();
        const qsizetype room = std::max<qsizetype>(m_maxUnits - m_text.size(), 0);
        m_text.append(QStringView(words, std::min<qsizetype>(p - words, room)));
    }
}

void TextSink::separate(Separation separation)
{
    m_separation = std::max(m_separation, separation);
    m_breaks += separation == Separation::Break;
}

void TextSink::setQuoteDepth(int depth)
{
    m_quoteDepth = std::clamp(depth, 0, 50);
}

void TextSink::writeSeparation()
{
    if (!m_text.isEmpty()) {
        if (m_separation >= Separation::Line)
            writeLineEnd();
        else
            m_text.append(m_separation == Separation::Cell ? u'\t' : u' ');
    }
    if (m_quoteDepth > 0 && (m_text.isEmpty() || m_text.endsWith(u'\n')))
        m_text.append(QString(m_quoteDepth, u'>')).append(u' ');
    m_writtenDepth = m_quoteDepth;
    m_separation = Separation::None;
    m_needsSpace = false;
    m_breaks = 0;
}

void TextSink::writeLineEnd()
{
    m_text.append(u'\n');
    if (m_breaks > 1 || m_separation == Separation::Block) // an empty line
        m_text.append(QString(std::min(m_writtenDepth, m_quoteDepth), u'>')).append(u'\n');
}

void TextSink::clear()
{
    *this = TextSink(m_maxUnits);
}

QString TextSink::take()
{
    if (m_text.size() > m_maxUnits)
        m_text.truncate(m_maxUnits);
    if (!m_text.isEmpty() && m_text.back().isHighSurrogate())
        m_text.chop(1);
    return std::move(m_text);
}

} // namespace Mime
