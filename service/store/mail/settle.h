// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>

namespace Store {

class Session;

/**
 * Two kinds of mails are unsettled until all folders were checked twice: mails that vanished from a
 * folder of an account with `onExpunge: delete`, and mails that arrived as a copy. Until then a
 * vanished mail may be found in another folder, and a copy may be the new place of a mail that
 * vanishes. The wait is counted in passes and not in time, so that neither a long outage nor a
 * change of the clock ends it. Flags that were stored at the server are unsettled until all folders
 * were checked once: a copy made before may still be found.
 */

Result<bool> hasUnsettled(Session &session, qint64 accountId);

/// Counts one more check of all folders of the account.
Result<void> countPass(Session &session, qint64 accountId);

/** What one call of settle() did. */
struct Settled {
    QList<qint64> deleted;
    bool isMore = false;

    friend bool operator==(const Settled &, const Settled &) = default;
};

/// Ends the wait of mails whose passes are over: deletes at most `max` mails, and keeps as many
/// others.
Result<Settled> settle(Session &session, qint64 accountId, int max);

} // namespace Store
