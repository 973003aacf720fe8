// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/expression.h"
#include "store/mail/mailquery.h"

#include <QList>

namespace Store {

class Session;

/** Where a query looks, with the accounts and folders of this moment. */
struct SearchScope {
    bool isEmpty = false;       ///< no account or folder that the viewer sees is meant
    Search::Expression within;  ///< what every hit must fit as well, in the index of SQLite
    qint64 mails = 0;           ///< in the whole database
    bool checksListing = false; ///< mails.listing decides too
    bool seesAll = false;       ///< every account is meant
    QList<qint64> accounts;     ///< visible and meant
    std::optional<QList<qint64>> folders; ///< nothing: all of these accounts
    QList<qint64> withoutFolders;         ///< but for these, where `folders` says nothing
};

Result<SearchScope> searchScope(Session &session, const MailQuery &query);

} // namespace Store
