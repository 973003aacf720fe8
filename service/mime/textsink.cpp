// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/textsink.h"

#include <algorithm>

namespace Mime {

void TextSink::append(QStringView text)
{
    for (const QChar c : text) {
        const char16_t unit = c.unicode();
        if (unit == u' ' || unit == u'\n' || unit == u'\r' || unit == u'\t' || unit == u'\f') {
            m_needsSpace = true;
            continue;
        }
        if (m_needsSpace || m_separation != Separation::None)
            writeSeparation();
        m_text.append(c);
        if (isFull())
            return;
    }
}

void TextSink::separate(Separation separation)
{
    m_separation = std::max(m_separation, separation);
    m_breaks += separation == Separation::Break;
}

void TextSink::writeSeparation()
{
    if (!m_text.isEmpty()) {
        if (m_separation >= Separation::Line)
            m_text.append(m_breaks > 1 || m_separation == Separation::Block ? u"\n\n" : u"\n");
        else
            m_text.append(m_separation == Separation::Cell ? u'\t' : u' ');
    }
    m_separation = Separation::None;
    m_needsSpace = false;
    m_breaks = 0;
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
