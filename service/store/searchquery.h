// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QStringView>

#include <optional>

namespace Store {

/** What a user typed, as the index understands it. */
struct SearchQuery {
    /// FTS5 expression over the columns of search_index, matching nothing of `scope`; empty: no words.
    QByteArray match;
    QByteArray excluded; ///< another: what it matches is left out; empty: nothing
    /// Something was typed that no mail can satisfy ("%", "is:read is:unread").
    bool unanswerable = false;
    std::optional<bool> isRead;
    std::optional<bool> isStarred;
    std::optional<bool> hasAttachment;
    std::optional<qint64> since;   ///< createdAt >= since, seconds
    std::optional<qint64> before;  ///< createdAt < before, seconds
    std::optional<QString> folder; ///< as MailQuery::folder
    QStringList recipients; ///< each is a part of some recipient's address; ASCII in small letters

    friend bool operator==(const SearchQuery &, const SearchQuery &) = default;
};

/** The same of a text with operators, and what was wrong with it. */
struct ParsedSearch {
    SearchQuery query;
    QStringList mistakes; ///< a sentence each: what is wrong, and what would be right

    friend bool operator==(const ParsedSearch &, const ParsedSearch &) = default;
};

/// The `keyword` parameter: plain words, all of which must occur.
SearchQuery parseKeyword(QStringView keyword);

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
ParsedSearch parseSearch(QStringView q);

/// Both at once: a mail must satisfy each.
SearchQuery combined(const SearchQuery &keyword, const SearchQuery &search);

} // namespace Store
