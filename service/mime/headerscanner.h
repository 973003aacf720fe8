// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"

namespace Mime {

/**
 * Finds the fields of one block for Headers: one walk, line by line, with a look at the next few lines
 * where one cannot be a header. Such lines are left out or belong to the list that they continue; the
 * block ends at an empty line, or where several lines in a row cannot be headers.
 */
class HeaderScanner
{
public:
    HeaderScanner(Headers &headers, const Limits &limits);

    void scan(qsizetype begin, qsizetype end, bool isWholeMail);

private:
    struct Line {
        Slice text; // without its end
        qsizetype next = 0;
    };

    Line lineAt(qsizetype begin) const;
    qsizetype skipPreamble(qsizetype at) const;
    bool isFieldAt(qsizetype at) const;
    bool isWellKnownFieldAt(qsizetype at) const;
    void addUnfolded(const Line &line);
    bool endsInSeparator(const Line &line) const;
    bool isHeaderBehind(qsizetype at) const;
    bool hasTextAt(qsizetype at) const;
    bool isSeparator(const Line &line) const;
    void addField(qsizetype begin, const Line &line);
    void extendField(const Line &line);
    void finish(qsizetype bodyBegin);

    Headers &m_headers;
    const Limits &m_limits;
    Slice m_bytes;
    qsizetype m_end = 0;
    bool m_isLeftOut = false;    // the current field is past the limit
    bool m_isSubject = false;    // the current field is a Subject
    bool m_isUnfinished = false; // its last line ends in a comma or semicolon
};

} // namespace Mime
