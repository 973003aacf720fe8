// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>

namespace Store {

struct SearchQuery;

/// Which index is asked: the segments, or PostgreSQL's, which needs the words as a tsquery too.
enum class SearchSyntax { Segments, Vector };

/// Before a second token of each word of the sender, and of the subject; U+E001 and U+E002 (Vector).
constexpr QByteArrayView senderMark = "\xee\x80\x81";
constexpr QByteArrayView subjectMark = "\xee\x80\x82";

/** Words that leave out a mail which has all of them, the phrases included (Vector). */
struct ExcludedWords {
    QByteArray match; ///< a tsquery
    /// What must stand in the tokens as it is, behind a digit for the line: 1 sender, 2 subject,
    /// 0 anywhere.
    QByteArrayList phrases;

    friend bool operator==(const ExcludedWords &, const ExcludedWords &) = default;
};

/// Makes `match`, `phrases` and `excludedWords` of `words`, which searchquery.h says the form of.
void setLexemes(SearchQuery &query);

} // namespace Store
