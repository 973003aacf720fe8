// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Store {

class Session;

/** A browser that is subscribed to notices of new mail. */
struct PushSubscription {
    qint64 id = 0;
    qint64 userId = 0;
    QByteArray endpoint;   ///< URL at the browser's push service
    QByteArray origin;     ///< of the endpoint
    QByteArray publicKey;  ///< 65 bytes
    QByteArray authSecret; ///< 16 bytes
    QByteArray vapidKey;   ///< our public key when it was made, as text; only this key may send
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

/** The result of saving a subscription. */
struct SavedSubscription {
    qint64 id = 0;
    bool isNew = false; ///< the user did not have it before

    friend bool operator==(const SavedSubscription &, const SavedSubscription &) = default;
};

/**
 * Stores a subscription by its endpoint. If the user already has it, it gets these keys and is
 * active again. If another user has it (another login in the same browser), it is removed there
 * with all its jobs. If one user has more than `most` subscriptions, those renewed longest ago are
 * deleted.
 */
Result<SavedSubscription> savePushSubscription(Session &session,
                                               const PushSubscription &subscription, int most);

/// False: the user has no subscription with this endpoint.
Result<bool> removePushSubscription(Session &session, qint64 userId, const QByteArray &endpoint);

Result<QList<PushSubscription>> pushSubscriptionsOf(Session &session, qint64 userId); ///< by id

/// To be called when the push service reports that the subscription is gone.
Result<void> deletePushSubscription(Session &session, qint64 id);

/// Stores isActive and the results of attempts: lastSuccessAt, lastStatus, failures, failingSince.
Result<void> notePushSubscription(Session &session, const PushSubscription &subscription);

class Query;

/// The subscription in the current row of a statement with the columns of push_subscriptions_of_user.
PushSubscription readPushSubscription(const Query &query);

} // namespace Store
