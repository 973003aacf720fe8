// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/lists/searchwhere.h"
#include "store/mail/mailquery.h"

#include <QList>

namespace Store {

class Session;

/** One page of search results. */
struct SearchHits {
    QList<qint64> ids; ///< of mails, in the exact order of the query
    qint64 total = 0;  ///< of all pages, exact

    friend bool operator==(const SearchHits &, const SearchHits &) = default;
};

/**
 * Answers a query that has text (`keyword` or `search`). Mails that wait to be indexed are not
 * found yet. Newest first costs as much as counting the hits (about 1 ms at 50,000 mails), another
 * order or a filter by flags a few times that. Operators without words walk all mails.
 */
Result<SearchHits> searchMails(Session &session, const MailQuery &query);

/// The same for a query whose text is sorted already.
Result<SearchHits> searchMails(Session &session, const SearchWhere &where);

} // namespace Store
