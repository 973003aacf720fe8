// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Store {

class Session;

/** A browser that wants to be told of new mail. */
struct PushSubscription {
    qint64 id = 0;
    qint64 userId = 0;
    QByteArray endpoint;   ///< where the browser's push service takes messages for it
    QByteArray origin;     ///< of the endpoint
    QByteArray publicKey;  ///< 65 bytes
    QByteArray authSecret; ///< 16 bytes
    QByteArray vapidKey;   ///< our public key at the time, as text; only its owner may send
    QString userAgent;
    bool isActive = true;
    qint64 createdAt = 0;
    qint64 updatedAt = 0;
    std::optional<qint64> lastSuccessAt;
    std::optional<qint64> lastStatus;   ///< of HTTP
    qint64 failures = 0;                ///< in a row
    std::optional<qint64> failingSince; ///< seconds

    friend bool operator==(const PushSubscription &, const PushSubscription &) = default;
};

/** The outcome of a subscription that was saved. */
struct SavedSubscription {
    qint64 id = 0;
    bool isNew = false; ///< the user did not have it before

    friend bool operator==(const SavedSubscription &, const SavedSubscription &) = default;
};

/**
 * Stores it by its endpoint: one that the user has gets these keys and is active again, one of
 * somebody else (another login in the same browser) leaves them with all that waits for it. Of more
 * than `most` of one user those go that were renewed longest ago.
 */
Result<SavedSubscription> savePushSubscription(Session &session,
                                               const PushSubscription &subscription, int most);

/// False: the user has none with this endpoint.
Result<bool> removePushSubscription(Session &session, qint64 userId, const QByteArray &endpoint);

Result<QList<PushSubscription>> pushSubscriptionsOf(Session &session, qint64 userId); ///< by id

/// Its push service says that it is gone.
Result<void> deletePushSubscription(Session &session, qint64 id);

/// Writes isActive and what tries told: lastSuccessAt, lastStatus, failures, failingSince.
Result<void> notePushSubscription(Session &session, const PushSubscription &subscription);

class Query;

/// The subscription in the columns of push_subscriptions_of_user, which begin at `first`.
PushSubscription readPushSubscription(const Query &query, int first = 0);

} // namespace Store
