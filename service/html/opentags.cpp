// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/opentags.h"

namespace Html {

namespace {

/// The rank of a part of a table: it closes open parts of a lower or the same rank. 0: no such part.
int tableRank(std::string_view name)
{
    if (name == "td" || name == "th")
        return 1;
    if (name == "tr")
        return 2;
    if (name == "tbody" || name == "thead" || name == "tfoot" || name == "caption"
        || name == "colgroup")
        return 3;
    return 0;
}

} // namespace

bool OpenTags::prepare(const Element &element)
{
    qsizetype at = -1;
    if (element.closesParagraph)
        at = findInScope("p");
    if (at >= 0)
        popTo(at);
    if (element.name == "li")
        at = findItem("li", "li");
    else if (element.name == "dd" || element.name == "dt")
        at = findItem("dd", "dt");
    else if (element.name == "a" || element.name == "nobr")
        at = findToClose(element);
    else
        at = findPart(element);
    if (at >= 0)
        popTo(at);
    return element.treatment == Treatment::Void || m_open.size() < most || !++m_tooDeep;
}

void OpenTags::push(const Element &element)
{
    m_open.append(&element);
    ++m_counts[&element];
}

void OpenTags::close(const Element &element)
{
    if (m_tooDeep > 0) {
        --m_tooDeep;
        return;
    }
    const qsizetype at = findToClose(element);
    if (at >= 0)
        popTo(at);
}

// -1: no such element is open, or an element in between stops the end tag.
qsizetype OpenTags::findToClose(const Element &element) const
{
    if (m_counts.value(&element) == 0)
        return -1;
    const bool isPart = tableRank(element.name) > 0;
    for (qsizetype at = m_open.size() - 1; at >= 0; --at) {
        const Element &one = *m_open.at(at);
        if (&one == &element)
            return at;
        const bool isWall = isPart    ? one.name == "table"
            : element.name == "table" ? false
                                      : one.isScope || (one.isSpecial && !element.isSpecial);
        if (isWall)
            return -1;
    }
    return -1;
}

qsizetype OpenTags::findInScope(std::string_view name) const
{
    for (qsizetype at = m_open.size() - 1; at >= 0 && !m_open.at(at)->isScope; --at) {
        if (m_open.at(at)->name == name)
            return at;
    }
    return -1;
}

// HTML 13.2.6.4.7: an item ends the one before, unless another list or block is in between.
qsizetype OpenTags::findItem(std::string_view name, std::string_view other) const
{
    for (qsizetype at = m_open.size() - 1; at >= 0; --at) {
        const Element &one = *m_open.at(at);
        if (one.name == name || one.name == other)
            return at;
        if (one.isSpecial && one.name != "address" && one.name != "div" && one.name != "p")
            return -1;
    }
    return -1;
}

// The outermost part of the same table that ends where this one begins.
qsizetype OpenTags::findPart(const Element &begun) const
{
    const int rank = tableRank(begun.name);
    qsizetype found = -1;
    for (qsizetype at = m_open.size() - 1; rank > 0 && at >= 0; --at) {
        const Element &one = *m_open.at(at);
        if (one.name == "table")
            return found;
        const int other = tableRank(one.name);
        if (other > 0 && other <= rank)
            found = at;
    }
    return found;
}

void OpenTags::popTo(qsizetype count)
{
    while (m_open.size() > count) {
        const Element *last = m_open.takeLast();
        --m_counts[last];
        m_out.append(QLatin1StringView("</"));
        m_out.append(QLatin1StringView(last->name.data(), qsizetype(last->name.size())));
        m_out.append(u'>');
    }
}

} // namespace Html
