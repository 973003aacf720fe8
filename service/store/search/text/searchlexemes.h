// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>

namespace Store {

struct SearchQuery;

/// The index to search: the segments, or PostgreSQL's index, which also needs the words as a
/// tsquery.
enum class SearchSyntax { Segments, Vector };

/// Prefixes of the second token of each word of the sender, and of the subject; U+E001 and U+E002
/// (Vector).
constexpr QByteArrayView senderMark = "\xee\x80\x81";
constexpr QByteArrayView subjectMark = "\xee\x80\x82";

/** Words that exclude a mail which has all of them, including the phrases (Vector). */
struct ExcludedWords {
    QByteArray match; ///< a tsquery
    /// Texts that must occur unchanged in the tokens. Each is prefixed with a digit for the line: 1
    /// sender, 2 subject, 0 anywhere.
    QByteArrayList phrases;

    friend bool operator==(const ExcludedWords &, const ExcludedWords &) = default;
};

/// Computes `match`, `phrases` and `excludedWords` from `words`, in the form described in
/// searchquery.h.
void setLexemes(SearchQuery &query);

} // namespace Store
