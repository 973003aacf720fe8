// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <limits>

namespace Mime {

/**
 * The visible text of this HTML: no style, script, comments, hidden elements; entities decoded,
 * white space collapsed, blocks and <br> as line breaks, cells apart. A state machine without a
 * tree: linear, and it stops once `maxUnits` UTF-16 units are written.
 */
QString htmlToText(QStringView html, qsizetype maxUnits = std::numeric_limits<qsizetype>::max());

/// The same without the quote at its beginning, as in a reply below the quoted mail: a `blockquote`
/// that mail programs mark, or one below a line that names the author, which is left out too.
struct OwnText {
    QString text;
    bool isAfterQuote = false; ///< a quote was left out
};
OwnText htmlToOwnText(QStringView html, qsizetype maxUnits);

/**
 * The same as a mail of plain text: the address of a link behind its text (`text <https://...>`)
 * unless the address contains the text, `> ` in front of quotes, `- ` in front of list items.
 */
QString htmlToPlainMail(QStringView html);

} // namespace Mime
