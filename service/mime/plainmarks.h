// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/textsink.h"

namespace Mime {

/**
 * Writes information into a plain text that only the HTML shows: where links lead, `> ` in front of
 * quotes, `- ` in front of list items. The sink is the walker's and outlives this.
 */
class PlainMarks
{
public:
    explicit PlainMarks(TextSink &sink) : m_sink(sink) { }

    /// A visible tag; its separator from the text before is in the sink already.
    void handle(const HtmlTag &tag);

private:
    void beginLink(const HtmlTag &tag);
    void endLink();

    TextSink &m_sink;
    QString m_target; // address of the current link
    qsizetype m_begin = 0;
};

} // namespace Mime
