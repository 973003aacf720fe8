// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/htmltag.h"

#include <QString>

namespace Mime {

/** Gathers what HTML shows: white space collapsed, separations written once and never at the ends. */
class TextSink
{
public:
    explicit TextSink(qsizetype maxUnits) : m_maxUnits(maxUnits) { }

    void append(QStringView text);
    void separate(Separation separation);

    bool isFull() const { return m_text.size() >= m_maxUnits; }
    bool isEmpty() const { return m_text.isEmpty(); }
    QString take();

private:
    void writeSeparation();

    qsizetype m_maxUnits;
    QString m_text;
    bool m_needsSpace = false;
    Separation m_separation = Separation::None; // the widest since the last character
    int m_breaks = 0;                           // <br> since then
};

} // namespace Mime
