// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

#include <optional>

namespace Store {

class Session;

/** A request that is to have its effect once, however often it comes (header Idempotency-Key). */
struct IdempotencyKey {
    qint64 userId = 0;
    QByteArray name;
    QByteArray requestHash; ///< of what was asked
    qint64 outboxId = 0;    ///< its outcome
    int answerStatus = 0;   ///< HTTP status of the first answer; 0: not answered yet
    QByteArray answer;      ///< what rebuilds that answer

    friend bool operator==(const IdempotencyKey &, const IdempotencyKey &) = default;
};

/// The key where it is in use and younger than a day.
Result<std::optional<IdempotencyKey>> idempotencyKey(Session &session, qint64 userId,
                                                     const QByteArray &name);

/// Takes the key into use; one of more than a day ago makes way.
Result<void> putIdempotencyKey(Session &session, const IdempotencyKey &key);

/// Notes the answer. The first one stays.
Result<void> noteIdempotentAnswer(Session &session, const IdempotencyKey &key);

/// Forgets those of more than a day ago.
Result<void> pruneIdempotencyKeys(Session &session);

} // namespace Store
