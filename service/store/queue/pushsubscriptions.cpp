// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/queue/pushsubscriptions.h"

#include "store/sql/columns.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** The stored subscription with an endpoint. */
struct Known {
    qint64 id = 0; ///< 0: there is none
    qint64 userId = 0;
};

const Columns<Known> knownColumns{
    { "id", &Known::id },
    { "user_id", &Known::userId },
};

const Columns<PushSubscription> subscriptionColumns{
    { "id", &PushSubscription::id },
    { "user_id", &PushSubscription::userId },
    { "endpoint", &PushSubscription::endpoint },
    { "origin", &PushSubscription::origin },
    { "p256dh", &PushSubscription::publicKey },
    { "auth", &PushSubscription::authSecret },
    { "vapid_key", &PushSubscription::vapidKey },
    { "user_agent", &PushSubscription::userAgent },
    { "is_active", &PushSubscription::isActive },
    { "created_at", &PushSubscription::createdAt },
    { "updated_at", &PushSubscription::updatedAt },
    { "last_success_at", &PushSubscription::lastSuccessAt },
    { "last_status", &PushSubscription::lastStatus },
    { "failures", &PushSubscription::failures },
    { "failing_since", &PushSubscription::failingSince },
};

Result<Known> knownEndpoint(Session &session, const QByteArray &endpoint)
{
    Query query = session.query("push_subscriptions_find");
    const auto known = query.bindName(u":endpoint"_s, endpoint).readFirst(knownColumns);
    RETURN_IF_ERROR(known);
    return known->value_or(Known());
}

Query &bindKeys(Query &query, const PushSubscription &subscription, qint64 now)
{
    query.bind(u":p256dh"_s, subscription.publicKey).bind(u":auth"_s, subscription.authSecret);
    query.bindName(u":vapid_key"_s, subscription.vapidKey);
    return query.bind(u":user_agent"_s, subscription.userAgent).bind(u":now"_s, now);
}

Result<void> renew(Session &session, const PushSubscription &subscription, qint64 id)
{
    Query query = session.query("push_subscriptions_renew");
    return bindKeys(query, subscription, session.now()).bind(u":id"_s, id).run();
}

Result<qint64> insert(Session &session, const PushSubscription &subscription)
{
    Query query = session.query("push_subscriptions_insert");
    bindKeys(query, subscription, session.now()).bind(u":user_id"_s, subscription.userId);
    query.bindName(u":endpoint"_s, subscription.endpoint);
    query.bindName(u":origin"_s, subscription.origin);
    return insertedId(query);
}

} // namespace

PushSubscription readPushSubscription(const Query &query)
{
    return query.read(subscriptionColumns);
}

Result<SavedSubscription> savePushSubscription(Session &session,
                                               const PushSubscription &subscription, int most)
{
    const Result<Known> known = knownEndpoint(session, subscription.endpoint);
    RETURN_IF_ERROR(known);
    if (known->id != 0 && known->userId == subscription.userId) {
        const Result<void> renewed = renew(session, subscription, known->id);
        return renewed ? Result(SavedSubscription{ known->id, false }) : renewed.error();
    }
    RETURN_IF_ERROR(known->id != 0 ? deletePushSubscription(session, known->id) : Result<void>());
    const Result<qint64> id = insert(session, subscription);
    RETURN_IF_ERROR(id);
    RETURN_IF_ERROR(session.query("push_subscriptions_trim")
                        .bind(u":user_id"_s, subscription.userId)
                        .bind(u":most"_s, most)
                        .run());
    return SavedSubscription{ *id, true };
}

Result<bool> removePushSubscription(Session &session, qint64 userId, const QByteArray &endpoint)
{
    Query query = session.query("push_subscriptions_remove");
    query.bind(u":user_id"_s, userId).bindName(u":endpoint"_s, endpoint).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0;
}

Result<QList<PushSubscription>> pushSubscriptionsOf(Session &session, qint64 userId)
{
    Query query = session.query("push_subscriptions_of_user");
    return query.bind(u":user_id"_s, userId).readAll(subscriptionColumns);
}

Result<void> deletePushSubscription(Session &session, qint64 id)
{
    return session.query("push_subscriptions_delete").bind(u":id"_s, id).run();
}

Result<void> notePushSubscription(Session &session, const PushSubscription &subscription)
{
    return session.query("push_subscriptions_note")
        .bind(u":is_active"_s, subscription.isActive)
        .bind(u":last_success_at"_s, subscription.lastSuccessAt)
        .bind(u":last_status"_s, subscription.lastStatus)
        .bind(u":failures"_s, subscription.failures)
        .bind(u":failing_since"_s, subscription.failingSince)
        .bind(u":id"_s, subscription.id)
        .run();
}

} // namespace Store
