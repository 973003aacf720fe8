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
    /// Something was typed and nothing of it can be looked up ("%", "from:"): finds no mail.
    bool unanswerable = false;
    std::optional<bool> isRead;
    std::optional<bool> isStarred;
    std::optional<bool> hasAttachment;
    std::optional<qint64> since;  ///< createdAt >= since, seconds
    std::optional<qint64> before; ///< createdAt < before, seconds
    QStringList recipients;       ///< each is a part of some recipient's address, small letters

    friend bool operator==(const SearchQuery &, const SearchQuery &) = default;
};

/// The `keyword` parameter: plain words, all of which must occur.
SearchQuery parseKeyword(QStringView keyword);

/// The `q` parameter: words, "quoted phrases" and the operators from: to: subject: has:attachment
/// is:read is:unread is:starred is:unstarred before: after:. A value may be quoted. What is no
/// operator of ours, or has a value that we do not know, is words.
SearchQuery parseSearch(QStringView q);

/// Both at once: a mail must satisfy each.
SearchQuery combined(const SearchQuery &a, const SearchQuery &b);

} // namespace Store
