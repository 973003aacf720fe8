// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/elements.h"

#include <QHash>
#include <QList>
#include <QString>

namespace Html {

/**
 * The open elements of the written HTML. Each is closed once and in order, and where a browser
 * closes it (HTML 13.2.6, without moving anything). At most 256: deeper tags are left out. Cost of
 * a tag: 256 comparisons at most.
 */
class OpenTags
{
public:
    static constexpr qsizetype most = 256;

    explicit OpenTags(QString &out) : m_out(out) { }

    /// Closes the elements that cannot contain this element. False: it is too deep and must not be
    /// written.
    bool prepare(const Element &element);
    void push(const Element &element);
    void close(const Element &element); ///< an end tag; ignored if its element is not open
    void closeAll() { popTo(0); }

private:
    qsizetype findToClose(const Element &element) const;
    qsizetype findInScope(std::string_view name) const;
    qsizetype findItem(std::string_view name, std::string_view other) const;
    qsizetype findPart(const Element &begun) const;
    void popTo(qsizetype count);

    QString &m_out;
    QList<const Element *> m_open;
    QHash<const Element *, int> m_counts; ///< of each in m_open
    qsizetype m_tooDeep = 0;              ///< start tags that were left out
};

} // namespace Html
