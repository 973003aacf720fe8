// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>

namespace Store {

class Session;

/**
 * What vanished from a folder of an account with `onExpunge: delete`, and what came as a copy, is
 * unsettled until all folders were looked at twice since: until then the first may be found in another
 * folder, and the second may be the new place of a mail that vanishes. Counted in passes and not in
 * time, so that neither a long outage nor a clock that is set ends the wait. Flags that
 * were stored at the server are unsettled until all were looked at once: a copy made before may still
 * be found.
 */

Result<bool> hasUnsettled(Session &session, qint64 accountId);

/// All folders of the account were looked at once more.
Result<void> countPass(Session &session, qint64 accountId);

/** What one call of settle() did. */
struct Settled {
    QList<qint64> deleted;
    bool isMore = false;

    friend bool operator==(const Settled &, const Settled &) = default;
};

/// Ends the wait where it is over: for `max` mails that are deleted, and as many that stay.
Result<Settled> settle(Session &session, qint64 accountId, int max);

} // namespace Store
