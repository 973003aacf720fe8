// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

#include <optional>

namespace Store {

class Session;

/**
 * A request that must have its effect only once, even if it is repeated (header Idempotency-Key).
 */
struct IdempotencyKey {
    qint64 userId = 0;
    QByteArray name;
    QByteArray requestHash; ///< of the request
    qint64 outboxId = 0;    ///< the queued mail
    int answerStatus = 0;   ///< HTTP status of the first answer; 0: not answered yet
    QByteArray answer;      ///< the data to rebuild that answer

    friend bool operator==(const IdempotencyKey &, const IdempotencyKey &) = default;
};

/// Returns the key if it is in use and younger than a day.
Result<std::optional<IdempotencyKey>> idempotencyKey(Session &session, qint64 userId,
                                                     const QByteArray &name);

/// Stores the key; replaces a key older than a day. False: another request has stored it, perhaps at this moment.
Result<bool> putIdempotencyKey(Session &session, const IdempotencyKey &key);

/// Stores the answer. The first stored answer is kept.
Result<void> noteIdempotentAnswer(Session &session, const IdempotencyKey &key);

/// Deletes keys older than a day.
Result<void> pruneIdempotencyKeys(Session &session);

} // namespace Store
