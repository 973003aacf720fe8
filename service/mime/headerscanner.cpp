// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/headerscanner.h"

#include <array>

namespace Mime {

namespace {

// How long the field name at the start of `text` is, its colon found; 0 where it is no field.
qsizetype nameLength(Slice text)
{
    constexpr qsizetype longest = 200;
    if (text[0] == '-' && text[1] == '-')
        return 0; // a boundary
    qsizetype length = 0;
    while (length < longest && text[length] > ' ' && text[length] < 0x7f && text[length] != ':')
        ++length;
    qsizetype colon = length;
    while (isBlank(text[colon]) && colon < length + 8) // `Subject : x`
        ++colon;
    return text[colon] == ':' ? length : 0;
}

} // namespace

HeaderScanner::HeaderScanner(Headers &headers, const Limits &limits)
    : m_headers(headers), m_limits(limits), m_bytes(headers.m_bytes)
{
}

HeaderScanner::Line HeaderScanner::lineAt(qsizetype begin) const
{
    const Slice rest = m_bytes.between(begin, m_end);
    const qsizetype newline = rest.indexOf('\n');
    qsizetype length = newline < 0 ? rest.size() : newline;
    const qsizetype next = begin + (newline < 0 ? rest.size() : newline + 1);
    while (length > 0 && rest[length - 1] == '\r')
        --length;
    return { rest.first(length), next };
}

void HeaderScanner::scan(qsizetype begin, qsizetype end, bool isWholeMail)
{
    m_end = std::min(end, m_bytes.size());
    qsizetype at = isWholeMail ? skipPreamble(begin) : begin;
    while (at < m_end) {
        const Line line = lineAt(at);
        if (line.text.isEmpty())
            return finish(line.next);
        if (isBlank(line.text[0]) && !m_headers.m_fields.isEmpty()) {
            if (isSeparator(line))
                return finish(line.next);
            extendField(line);
        } else if (nameLength(line.text) > 0) {
            addField(at, line);
        } else if (isWellKnownFieldAt(line.next) && !line.text.startsWith("--")) {
            m_headers.m_defects |= Defect::BrokenHeaderLine;
            m_isLeftOut = true; // its continuation lines belong to nothing
        } else {
            m_headers.m_defects |= Defect::MissingBlankLine;
            return finish(at);
        }
        at = line.next;
    }
    finish(m_end);
}

// A byte order mark, empty lines and the `From ` line of mbox files before the first field.
qsizetype HeaderScanner::skipPreamble(qsizetype at) const
{
    if (m_bytes.from(at).startsWith("\xef\xbb\xbf"))
        at += 3;
    qsizetype first = at;
    while (first < m_end && isSpace(m_bytes[first]))
        ++first;
    const Slice line = m_bytes.from(first);
    if (line.startsWith("From ") || line.startsWith(">From "))
        return lineAt(first).next;
    return isFieldAt(first) ? first : at;
}

bool HeaderScanner::isFieldAt(qsizetype at) const
{
    return nameLength(m_bytes.between(at, m_end)) > 0;
}

// A line that is no field ends the block, unless the one behind it surely is one: then some
// program wrote rubbish among the headers.
bool HeaderScanner::isWellKnownFieldAt(qsizetype at) const
{
    constexpr std::array known{
        "from:",           "to:",      "cc:",           "date:",        "subject:",
        "message-id:",     "content-", "mime-version:", "received:",    "reply-to:",
        "return-path:",    "sender:",  "references:",   "in-reply-to:", "x-",
        "dkim-signature:", "list-"
    };
    const Slice line = m_bytes.between(at, m_end);
    return isFieldAt(at) && std::any_of(known.begin(), known.end(), [&](const char *name) {
               return line.startsWithIgnoringCase(name);
           });
}

// A line of white space alone: part of the field by the letter, meant as the empty line where
// neither a field nor a continuation follows.
bool HeaderScanner::isSeparator(const Line &line) const
{
    return line.text.trimmed().isEmpty() && !isBlank(m_bytes[line.next]) && !isFieldAt(line.next);
}

void HeaderScanner::addField(qsizetype begin, const Line &line)
{
    m_isLeftOut = m_headers.m_fields.size() >= m_limits.headers;
    if (m_isLeftOut) {
        m_headers.m_defects |= Defect::TooManyHeaders;
        return;
    }
    const qsizetype colon = line.text.indexOf(':');
    Headers::Field field;
    field.begin = begin;
    field.nameEnd = begin + nameLength(line.text);
    field.valueBegin = begin + colon + 1;
    field.valueEnd = field.valueBegin;
    m_headers.m_fields.append(field);
    extendField(line);
}

void HeaderScanner::extendField(const Line &line)
{
    if (m_isLeftOut)
        return;
    Headers::Field &field = m_headers.m_fields.last();
    const qsizetype end = line.text.end() - m_bytes.begin();
    const qsizetype most = field.valueBegin + m_limits.headerBytes;
    field.valueEnd = std::min(end, most);
    if (end > most)
        m_headers.m_defects |= Defect::HeaderTooLong;
}

void HeaderScanner::finish(qsizetype bodyBegin)
{
    m_headers.m_bodyBegin = bodyBegin;
    const qsizetype from = m_headers.find("From");
    if (from >= 0 && m_headers.find("From", from + 1) >= 0)
        m_headers.m_defects |= Defect::DuplicateFrom;
    if (m_headers.contains("Date") && !m_headers.date())
        m_headers.m_defects |= Defect::BadDate;
}

} // namespace Mime
