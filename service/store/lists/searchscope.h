// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/expression.h"
#include "store/mail/mailquery.h"

#include <QList>

namespace Store {

class Session;

/** The accounts and folders that a query searches, as of now. */
struct SearchScope {
    bool isEmpty = false;       ///< the query matches no account or folder that the viewer sees
    Search::Expression within;  ///< an additional condition for every hit, in the index
    qint64 mails = 0;           ///< in the whole database
    bool checksListing = false; ///< mails.listing must be checked, too
    QList<qint64> accounts;     ///< visible and covered by the query
    std::optional<QList<qint64>> folders; ///< nothing: all folders of these accounts
};

Result<SearchScope> searchScope(Session &session, const MailQuery &query);

} // namespace Store
