// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringView>

namespace Store {

/// Where a word is looked for.
enum class SearchField { Anywhere, Sender, Subject };

/// In which words the index is asked: FTS5's of SQLite, or as a tsquery of PostgreSQL.
enum class SearchSyntax { Fts5, Vector };

/// Before a second token of each word of the sender, and of the subject; U+E001 and U+E002 (Vector).
constexpr QByteArrayView senderMark = "\xee\x80\x81";
constexpr QByteArrayView subjectMark = "\xee\x80\x82";

/** What to look up for one word or phrase. */
struct SearchExpression {
    QByteArray text; ///< in parentheses, to be joined with AND
    /// Vector: what must stand in the tokens as it is, behind a digit for the line: 1 sender,
    /// 2 subject, 0 anywhere. Empty: the text says it all.
    QByteArray phrase;

    friend bool operator==(const SearchExpression &, const SearchExpression &) = default;
};

/// One expression per word of `text`. White space and punctuation separate words; empty where there
/// is none.
QList<SearchExpression> wordExpressions(QStringView text, SearchField field, SearchSyntax syntax);

/// The words of `text` as one phrase: whole, in this order, beside each other. Empty: no words.
SearchExpression phraseExpression(QStringView text, SearchField field, SearchSyntax syntax);

} // namespace Store
