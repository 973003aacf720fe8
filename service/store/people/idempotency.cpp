// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/idempotency.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 keptSeconds = 24 * 3600;

// Without user and name, by which the key is found.
const Columns<IdempotencyKey> keyColumns{
    { "request_hash", &IdempotencyKey::requestHash },
    { "outbox_id", &IdempotencyKey::outboxId },
    { "answer_status", &IdempotencyKey::answerStatus },
    { "answer", &IdempotencyKey::answer },
};

} // namespace

Result<std::optional<IdempotencyKey>> idempotencyKey(Session &session, qint64 userId,
                                                     const QByteArray &name)
{
    Query query = session.query("idempotency_find");
    query.bind(u":user_id"_s, userId).bindName(u":name"_s, name);
    query.bind(u":since"_s, session.now() - keptSeconds);
    Result<std::optional<IdempotencyKey>> key = query.readFirst(keyColumns);
    if (key && *key) {
        (*key)->userId = userId;
        (*key)->name = name;
    }
    return key;
}

Result<bool> putIdempotencyKey(Session &session, const IdempotencyKey &key)
{
    Query query = session.query("idempotency_insert");
    query.bind(u":user_id"_s, key.userId).bindName(u":name"_s, key.name);
    query.bind(u":request_hash"_s, key.requestHash).bind(u":outbox_id"_s, key.outboxId);
    query.bind(u":answer"_s, QByteArray()).bind(u":now"_s, session.now());
    query.bind(u":since"_s, session.now() - keptSeconds);
    const bool isStored = query.exec() && query.next();
    if (query.failed())
        return query.error();
    return isStored;
}

Result<void> noteIdempotentAnswer(Session &session, const IdempotencyKey &key)
{
    return session.query("idempotency_answer")
        .bind(u":user_id"_s, key.userId)
        .bindName(u":name"_s, key.name)
        .bind(u":outbox_id"_s, key.outboxId)
        .bind(u":answer_status"_s, key.answerStatus)
        .bind(u":answer"_s, key.answer)
        .run();
}

Result<void> pruneIdempotencyKeys(Session &session)
{
    return session.query("idempotency_prune").bind(u":before"_s, session.now() - keptSeconds).run();
}

} // namespace Store
