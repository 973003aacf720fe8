// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>

namespace Store {

class Session;

/** The state of one queue. */
struct QueueState {
    qint64 entries = 0;
    qint64 firstDueMs = 0; ///< when the first of them is or was due; 0: nothing waits, or unknown

    friend bool operator==(const QueueState &, const QueueState &) = default;
};

/** The pending work of the service, for monitoring. */
struct Workload {
    static constexpr qint64 mostCounted = 100'000; ///< of mails: counting all of them takes long

    QHash<QByteArray, qint64> accounts; ///< by status; statuses without accounts are missing
    QueueState outbox;                  ///< mails to be sent
    QueueState webhooks;                ///< calls
    QueueState push;                    ///< notices
    QueueState bodies; ///< mails whose text is to be fetched, at most `mostCounted`; never due
    QueueState search; ///< mails to be indexed, at most `mostCounted`; due since they were stored
    qint64 databaseBytes = 0;
};

/// Some milliseconds, up to 50 where `mostCounted` mails wait. A session that reads.
Result<Workload> workload(Session &session);

} // namespace Store
