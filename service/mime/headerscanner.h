// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"

namespace Mime {

/** Finds the fields of one block for Headers: one walk, line by line, each line seen once. */
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
    bool isSeparator(const Line &line) const;
    void addField(qsizetype begin, const Line &line);
    void extendField(const Line &line);
    void finish(qsizetype bodyBegin);

    Headers &m_headers;
    const Limits &m_limits;
    Slice m_bytes;
    qsizetype m_end = 0;
    bool m_isLeftOut = false; // the field at hand is past the limit
};

} // namespace Mime
