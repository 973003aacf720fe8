// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>
#include <QtGlobal>

namespace Store {

class Session;

/** What a node asks the node that has the lease of an account. */
struct AccountRequest {
    enum class Kind {
        Pass,    ///< over all folders, now
        Restart, ///< connect anew: a user changed the account
        Store,   ///< changes of users at the mail server
        Body,    ///< the text of a mail that a user waits for
    };

    qint64 accountId = 0;
    Kind kind = Kind::Pass;
    qint64 folderId = 0; ///< of a body, with the next three
    qint64 mailId = 0;
    quint32 uid = 0;
    qint64 size = 0;
};

/// Stores a request, and notifies the other nodes. Does nothing for an account that does not exist.
Result<void> addRequest(Session &session, const AccountRequest &request);

/// Takes all requests for the accounts of a node. Each is returned once; what it asks for may be repeated.
Result<QList<AccountRequest>> takeRequests(Session &session, qint64 nodeId);

/// Removes requests that nobody has taken for an hour.
Result<void> pruneRequests(Session &session);

} // namespace Store
