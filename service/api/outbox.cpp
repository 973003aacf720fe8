// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/outbox.h"

#include "api/failure.h"
#include "api/sendanswer.h"
#include "http/query.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/queue/outbox.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

const QList<QByteArray> &statusNames()
{
    static const QList<QByteArray> names = { "queued", "sending", "sent",
                                             "failed", "unknown", "cancelled" };
    return names;
}

Result<Json::Bytes, ApiFailure> listOutbox(const Http::Request &request, Store::Session &session,
                                           const Access &access)
{
    Http::Query query(request.query);
    const Http::Page page = query.page();
    Store::OutboxQuery wanted;
    wanted.viewer = access.viewer(request);
    wanted.accountId = query.integer("accountId"_L1, 1).value_or(0);
    wanted.status = query.text("status"_L1).value_or(QString()).toUtf8();
    if (!wanted.status.isEmpty() && !statusNames().contains(wanted.status))
        query.fail("status"_L1, u"must be queued, sending, sent, failed, unknown or cancelled"_s);
    if (query.failure())
        return *query.failure();
    wanted.offset = page.offset();
    wanted.count = page.size;
    const Store::Snapshot snapshot(session);
    const Result<Store::OutboxPage> found = Store::outboxPage(session, wanted);
    if (!found)
        return storageFailure(found.error());
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::OutboxMail &mail : found->items)
        writeOutboxMail(json, mail, false);
    json.endArray().key("total").value(found->total);
    json.key("page").value(page.number).key("pageSize").value(page.size);
    return json.endObject().take();
}

Json::Bytes mailJson(const Store::OutboxMail &mail)
{
    Json::Writer json;
    writeOutboxMail(json, mail, true);
    return json.take();
}

Result<Json::Bytes, ApiFailure> getOutboxMail(const Http::Request &request, Store::Session &session,
                                              const Access &access)
{
    const auto mail = Store::outboxMailById(session, request.id(), access.viewer(request));
    if (!mail)
        return failedLookup(mail.error(), ApiError::OutboxNotFound);
    return mailJson(*mail);
}

/// Cancels a queued mail. A mail that failed, or whose outcome is unknown, becomes cancelled too.
Result<Change, ApiFailure> cancel(const Http::Request &request, Store::Session &session,
                                  const Access &access)
{
    Store::Transaction transaction(session);
    Result<Store::OutboxMail> mail =
        Store::outboxMailById(session, request.id(), access.viewer(request));
    if (!mail)
        return failedLookup(mail.error(), ApiError::OutboxNotFound);
    if (mail->status == "sent" || mail->status == "sending")
        return failed(ApiError::OutboxNotCancellable);
    mail->status = "cancelled";
    mail->nextAttemptAtMs = 0;
    if (!mail->endedAt)
        mail->endedAt = session.now();
    const Result<void> updated = Store::updateOutboxMail(session, *mail);
    if (!updated)
        return storageFailure(updated.error());
    const Result<void> done = transaction.commit(Store::dropOutboxMessage(session, mail->id));
    if (!done)
        return storageFailure(done.error());
    return Change{ "null", "cancelled" };
}

/// Puts the mail back into the queue, due now. A mail with an unknown outcome may have arrived; it is
/// sent again only on this request.
Result<Store::OutboxMail, ApiFailure> requeue(Store::Session &session, qint64 id,
                                              const Store::Viewer &viewer,
                                              const Outbox::RetryPolicy &policy)
{
    Store::Transaction transaction(session);
    const Result<Store::OutboxMail> mail = Store::outboxMailById(session, id, viewer);
    if (!mail)
        return failedLookup(mail.error(), ApiError::OutboxNotFound);
    const bool isPossible =
        mail->status == "queued" || mail->status == "failed" || mail->status == "unknown";
    if (!isPossible)
        return failed(ApiError::OutboxNotCancellable);
    const Result<Store::Account> account = Store::accountById(session, mail->accountId);
    if (account && account->status == "disabled")
        return failed(ApiError::AccountDisabled);
    const Store::OutboxMail again = Outbox::asNew(*mail, policy, session.nowMs());
    const Result<void> updated = transaction.commit(Store::updateOutboxMail(session, again));
    if (!updated)
        return storageFailure(updated.error());
    return again;
}

} // namespace

void addOutboxRoutes(Http::Router &router, Store::Database &database, Outbox::Dispatcher &outbox,
                     const Access &access)
{
    const Handlers handlers(database);
    const Access *who = &access;
    const auto withAccess = [who](auto answerOf) {
        return [who, answerOf](const Http::Request &request, Store::Session &session) {
            return answerOf(request, session, *who);
        };
    };
    const auto retry = [who, &outbox](const Http::Request &request,
                                      Store::Session &session) -> Result<Change, ApiFailure> {
        const auto again =
            requeue(session, request.id(), who->viewer(request), outbox.settings().retry);
        RETURN_IF_ERROR(again);
        outbox.wake();
        return Change{ mailJson(*again), "queued" };
    };
    router.add("GET", "/api/v1/outbox", { .handler = handlers.reading(withAccess(listOutbox)) });
    router.add("GET", "/api/v1/outbox/:id",
               { .handler = handlers.reading(withAccess(getOutboxMail)) });
    router.add("DELETE", "/api/v1/outbox/:id", { .handler = handlers.writing(withAccess(cancel)) });
    router.add("POST", "/api/v1/outbox/:id/retry", { .handler = handlers.writing(retry) });
}

} // namespace Api
