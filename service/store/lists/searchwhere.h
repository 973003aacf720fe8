// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"
#include "store/search/text/searchcondition.h"

#include <QList>

#include <optional>

namespace Store {

class Session;

/** The text of a query (`keyword` and `q`), sorted by what can check its parts. All parts must hold. */
struct SearchWhere {
    bool isNothing = false;      ///< no mail can match
    Search::Expression words;    ///< what the index can check, folders included: always an And
    MailQuery filters;           ///< the query's own, and those of the text that are like them
    QList<SearchCondition> rows; ///< other conditions on rows
    QList<SearchCondition>
        mixed; ///< alternatives of which some are on rows and some are in the index
};

/// Looks up folders by path and role, without case.
Result<SearchWhere> searchWhere(Session &session, const MailQuery &query);

/// The query without its text, if lists have all of its conditions (`is:unread after:2026`). Lists have counted totals
/// and indexes for each order.
std::optional<MailQuery> asList(const SearchWhere &where);

} // namespace Store
