// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/viewer.h"

#include <QString>

#include <optional>

namespace Store {

/// The reason why a mail is or is not in the default list; stored as a number in `mails.listing`.
/// The order makes every choice of GET /mails one range: default = Kept..OnServer.
enum class Listing : int {
    Hidden = 0,   ///< gone from the server under `onExpunge: hide`
    Kept = 1,     ///< gone from the server, shown all the same (`onExpunge: keep`)
    OnServer = 2, ///< the usual case
    SentCopy = 3, ///< local copy of a mail sent through us, folder `$sent`
};

enum class MailSort { CreatedAt, SentAt, From, Subject, Size };

/** All parameters of GET /mails, checked and typed. */
struct MailQuery {
    Viewer viewer;
    std::optional<qint64> accountId; ///< one that the viewer does not see gives an empty page
    QString folder;                  ///< "" default list, `$sent`, `$all` or an exact IMAP path
    std::optional<bool> isRead;
    std::optional<bool> isStarred;
    std::optional<bool> hasAttachment;
    std::optional<bool> onServer; ///< false also finds hidden mails
    std::optional<qint64> since;  ///< createdAt >= since, seconds
    std::optional<qint64> before; ///< createdAt < before, seconds
    qint64 afterId = 0;           ///< only mails with a larger id
    QString keyword;              ///< plain words, trimmed; empty = no filter
    QString search; ///< `q`: words with operators; empty = no filter; AND with keyword
    /// Only the newest matching mail of each conversation; with sort by createdAt and without text.
    bool conversations = false;
    MailSort sort = MailSort::CreatedAt;
    bool descending = true;
    int page = 1;      ///< >= 1
    int pageSize = 20; ///< 1..100

    qint64 offset() const { return qint64(page - 1) * pageSize; }
    bool hasText() const { return !keyword.isEmpty() || !search.isEmpty(); }
    bool isLimited() const { return since || before || afterId > 0; } ///< not covered by counters

    friend bool operator==(const MailQuery &, const MailQuery &) = default;
};

/** The listings that a query takes: low..high, both included; empty where low > high. */
struct ListingRange {
    Listing low = Listing::Kept;
    Listing high = Listing::OnServer;

    friend bool operator==(const ListingRange &, const ListingRange &) = default;
};

/// What `folder` and `onServer` of the query mean for `mails.listing`.
ListingRange listingRange(const MailQuery &query);

/// The exact path in `folder`, or empty where it is the default, `$sent` or `$all`.
QString folderPath(const MailQuery &query);

} // namespace Store
