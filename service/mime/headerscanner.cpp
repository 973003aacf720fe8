// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/headerscanner.h"

#include <array>

namespace Mime {

namespace {

// The length of the field name at the start of `text`; 0 if no name with a colon begins there.
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
    const bool isUrl = text[colon + 1] == '/' && text[colon + 2] == '/';
    return text[colon] == ':' && !isUrl ? length : 0;
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
        } else if (m_isUnfinished && !line.text.startsWith("--")) {
            addUnfolded(line);
        } else if (isHeaderBehind(at)) {
            m_headers.m_defects |= Defect::BrokenHeaderLine;
            m_isLeftOut = true; // its continuation lines are left out too
            m_isUnfinished = false;
        } else {
            m_headers.m_defects |= Defect::MissingBlankLine;
            return finish(at);
        }
        at = line.next;
    }
    finish(m_end);
}

// Skips a byte order mark, empty lines and the `From ` line of mbox files before the first field.
qsizetype HeaderScanner::skipPreamble(qsizetype at) const
{
    if (m_bytes.from(at).startsWith("\xef\xbb\xbf"))
        at += 3;
    qsizetype first = at;
    while (first < m_end && isSpace(m_bytes[first]))
        ++first;
    const Slice line = m_bytes.from(first);
    if (isFieldAt(first)) // also `From : a@example.org`
        return first;
    return line.startsWith("From ") || line.startsWith(">From ") ? lineAt(first).next : at;
}

bool HeaderScanner::isFieldAt(qsizetype at) const
{
    return nameLength(m_bytes.between(at, m_end)) > 0;
}

// The line before ends in a comma (`To: a@example.org,`), and this one has no blank in front of its
// address.
void HeaderScanner::addUnfolded(const Line &line)
{
    m_headers.m_defects |= Defect::BrokenHeaderLine;
    extendField(line);
}

// Whether the headers continue after the line at `at`, which is not a header: a field or the empty
// line follows within a few lines. Before the first field only a well-known field counts, because
// text may have a colon too.
bool HeaderScanner::isHeaderBehind(qsizetype at) const
{
    constexpr int mostBroken = 3;
    Line line = lineAt(at);
    if (m_headers.m_fields.isEmpty())
        return !line.text.startsWith("--") && isWellKnownFieldAt(line.next);
    for (int broken = 1; !line.text.startsWith("--"); ++broken) {
        at = line.next;
        if (at >= m_end || broken > mostBroken)
            return false;
        line = lineAt(at);
        if (line.text.trimmed().isEmpty())
            return hasTextAt(line.next);
        if (isFieldAt(at))
            return true;
    }
    return false;
}

// Whether a body follows. If not, the lines in front are the body and not broken headers.
bool HeaderScanner::hasTextAt(qsizetype at) const
{
    const Slice rest = m_bytes.between(at, m_end).trimmed();
    return !rest.isEmpty() && !rest.startsWith("--");
}

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

// Whether a line of white space is meant as the empty line. By the standard it is part of the
// field, but neither a field nor a continuation line follows here.
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
    m_isSubject = line.text.startsWithIgnoringCase("subject");
    m_headers.m_fields.append(field);
    extendField(line);
}

// Whether the line ends in a separator, so that a list of addresses or parameters continues. A
// subject may end in one.
bool HeaderScanner::endsInSeparator(const Line &line) const
{
    qsizetype end = line.text.size();
    while (end > 0 && isBlank(line.text[end - 1]))
        --end;
    const char last = line.text[end - 1];
    return !m_isSubject && (last == ',' || last == ';');
}

void HeaderScanner::extendField(const Line &line)
{
    m_isUnfinished = !m_isLeftOut && endsInSeparator(line);
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
