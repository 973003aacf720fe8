// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringView>

namespace Store {

/** Part of a text, in UTF-16 code units. */
struct TextSpan {
    qsizetype begin = 0;
    qsizetype end = 0;

    friend bool operator==(const TextSpan &, const TextSpan &) = default;
};

/** A token of the full text search with its place in the text that it was made of. */
struct WordSpan {
    QByteArray token;
    QByteArray spelling; ///< its second form (otherSpelling, withSigns); usually empty
    TextSpan span;
    /// The end of the first character of a pair (会议): a search for one character finds its pairs. 0: no pair.
    qsizetype firstEnd = 0;

    friend bool operator==(const WordSpan &, const WordSpan &) = default;
};

/// The tokens of normalizedTokens() in the same order, with their places. Reads at most `limit` code units. Costs some
/// ten times as much as normalizedTokens(): for the mails of one page.
QList<WordSpan> wordSpans(QStringView text, qsizetype limit);

} // namespace Store
