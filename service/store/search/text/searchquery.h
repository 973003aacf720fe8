// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"
#include "store/search/text/searchlexemes.h"

#include <QByteArray>
#include <QList>
#include <QStringList>
#include <QStringView>

#include <optional>

namespace Store {

/** The parsed input of a user, in the form that the index needs. */
struct SearchQuery {
    /// The words, phrases and excluded parts (Not), all of which must hold: always an And, even of
    /// one part.
    Search::Expression words;
    QByteArray match;       ///< Vector: a tsquery; empty: no words, or only in `excludedWords`
    QByteArrayList phrases; ///< Vector: must occur, see ExcludedWords::phrases
    QList<ExcludedWords> excludedWords; ///< Vector: exclusions that `match` cannot express
    /// The input has a condition that no mail can satisfy ("%", "is:read is:unread").
    bool unanswerable = false;
    std::optional<bool> isRead;
    std::optional<bool> isStarred;
    std::optional<bool> hasAttachment;
    std::optional<qint64> since;   ///< createdAt >= since, seconds
    std::optional<qint64> before;  ///< createdAt < before, seconds
    std::optional<QString> folder; ///< as MailQuery::folder
    QStringList recipients; ///< each is a part of some recipient's address; ASCII in small letters

    bool hasWords() const { return !words.isEverything(); }

    friend bool operator==(const SearchQuery &, const SearchQuery &) = default;
};

/** The same for a text with operators, with the mistakes in it. */
struct ParsedSearch {
    SearchQuery query;
    QStringList mistakes; ///< one sentence each: the mistake, and the correct form

    friend bool operator==(const ParsedSearch &, const ParsedSearch &) = default;
};

/// The `keyword` parameter: plain words, all of which must occur.
SearchQuery parseKeyword(QStringView keyword, SearchSyntax syntax = SearchSyntax::Segments);

/**
 * The `q` parameter: words, "quoted phrases" and the operators
 *
 *     from: subject:                       words or a quoted phrase in that field
 *     to:                                  a part of an address in To or Cc
 *     folder:                              an exact path, $sent or $all
 *     has:attachment
 *     is:read is:unread is:starred is:unstarred
 *     before: after:                       a date or a time; before is exclusive, after is not
 *
 * all of which must hold. A `-` before words, phrases, from:, subject:, has: and is: excludes.
 */
ParsedSearch parseSearch(QStringView q, SearchSyntax syntax = SearchSyntax::Segments);

/// Both at once: a mail must satisfy each.
SearchQuery combined(const SearchQuery &keyword, const SearchQuery &search,
                     SearchSyntax syntax = SearchSyntax::Segments);

} // namespace Store
