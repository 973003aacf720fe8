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

/// The same without the quote that it begins with, if there is something below (a reply below what it
/// answers): a `blockquote` that mail programs mark, and the line before it that names the author.
struct OwnText {
    QString text;
    bool isAfterQuote = false; ///< a quote was left out
};
OwnText htmlToOwnText(QStringView html, qsizetype maxUnits);

/**
 * The same as a mail of plain text: where links lead (`text <https://...>`) unless their text says
 * it, `> ` in front of quotes, `- ` in front of list items.
 */
QString htmlToPlainMail(QStringView html);

} // namespace Mime
