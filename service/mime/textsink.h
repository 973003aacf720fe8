// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/htmltag.h"

#include <QString>

namespace Mime {

/**
 * Collects the visible text of HTML: white space collapsed, separations written once and never at
 * the ends.
 */
class TextSink
{
public:
    explicit TextSink(qsizetype maxUnits) : m_maxUnits(maxUnits) { }

    void append(QStringView text);
    void separate(Separation separation);
    /// Sets the number of `>` in front of each line from the next text on; at most 50.
    void setQuoteDepth(int depth);
    int quoteDepth() const { return m_quoteDepth; }

    void clear(); ///< back to the initial state

    bool isFull() const { return m_text.size() >= m_maxUnits; }
    bool isEmpty() const { return m_text.isEmpty(); }
    qsizetype size() const { return m_text.size(); }
    QStringView from(qsizetype begin) const { return QStringView(m_text).sliced(begin); }
    QString take();

private:
    void writeSeparation();
    void writeLineEnd();

    qsizetype m_maxUnits;
    QString m_text;
    bool m_needsSpace = false;
    Separation m_separation = Separation::None; // the widest since the last character
    int m_quoteDepth = 0;
    int m_writtenDepth = 0; // of the last line
    int m_breaks = 0;       // <br> since the last character
};

} // namespace Mime
