// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events/webhookqueue.h"

#include "common/jsonwriter.h"
#include "common/timestamp.h"
#include "store/events/webhooks.h"
#include "store/sql/columns.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<WebhookCall> callColumns{
    { "id", &WebhookCall::id },
    { "notice_id", &WebhookCall::noticeId },
    { "call_id", &WebhookCall::callId },
    { "attempts", &WebhookCall::attempts },
};

const Columns<WebhookNotice> noticeColumns{
    { "account_id", &WebhookNotice::accountId },
    { "event", &WebhookNotice::event },
    { "payload", &WebhookNotice::payload },
    { "mail_id", &WebhookNotice::mailId },
    { "mail_subject", &WebhookNotice::mailSubject },
    { "mail_from", &WebhookNotice::mailFrom },
    { "created_at", &WebhookNotice::createdAt },
    { "account_name", &WebhookNotice::accountName },
};

const Columns<WebhookDue> dueColumns{
    { "id", &WebhookDue::webhookId },
    { "url", &WebhookDue::url },
    { "paused_until_ms", &WebhookDue::pausedUntilMs },
    { "last_trigger_at", &WebhookDue::lastTryAt },
    { "at_ms", &WebhookDue::atMs }, // NULL: it has no calls
    { "last_ms", &WebhookDue::lastMs },
};

Result<QList<WebhookCall>> takeCalls(Session &session, const WebhookClaim &claim)
{
    Query query = session.query("webhook_calls_take");
    query.bind(u":lease"_s, claim.lease).bind(u":until_ms"_s, claim.untilMs);
    query.bind(u":webhook_id"_s, claim.webhookId).bind(u":now_ms"_s, claim.nowMs);
    Result<QList<WebhookCall>> calls = query.bind(u":max"_s, claim.max).readAll(callColumns);
    RETURN_IF_ERROR(calls);
    std::ranges::sort(*calls, {}, &WebhookCall::id);
    return calls;
}

Result<WebhookNotice> noticeById(Session &session, qint64 id)
{
    Query query = session.query("webhook_notices_by_id");
    const auto notice = query.bind(u":id"_s, id).readFirst(noticeColumns);
    RETURN_IF_ERROR(notice);
    return notice->value_or(WebhookNotice());
}

/// mail.received has calls with its own content (events/webhooknotices). Events without an account, or for
/// a single user, cause no calls.
bool isReportedElsewhere(const Event &event)
{
    return event.name == "mail.received" || event.accountId == 0 || event.userId != 0;
}

bool wants(const Webhook &webhook, const Event &event)
{
    const QList<qint64> &accounts = webhook.filters.accountIds;
    return accounts.isEmpty() || accounts.contains(event.accountId);
}

} // namespace

Result<qint64> insertWebhookNotice(Session &session, const WebhookNotice &notice)
{
    Query query = session.query("webhook_notices_insert");
    query.bind(u":account_id"_s, notice.accountId).bindName(u":event"_s, notice.event);
    query.bindName(u":payload"_s, notice.payload).bind(u":mail_id"_s, notice.mailId);
    query.bind(u":mail_subject"_s, notice.mailSubject).bind(u":mail_from"_s, notice.mailFrom);
    query.bind(u":now"_s, session.now());
    return insertedId(query);
}

Result<void> queueWebhookCall(Session &session, qint64 webhookId, qint64 noticeId)
{
    return session.query("webhook_calls_insert")
        .bind(u":webhook_id"_s, webhookId)
        .bind(u":notice_id"_s, noticeId)
        .bindName(u":call_id"_s, "msg_" + newUuid())
        .bind(u":now_ms"_s, session.nowMs())
        .run();
}

Result<void> queueEventCalls(Session &session, const Event &event)
{
    if (isReportedElsewhere(event))
        return {};
    const Result<QList<Webhook>> webhooks = webhooksWanting(session, event.name, event.ownerId);
    RETURN_IF_ERROR(webhooks);
    std::optional<qint64> notice;
    for (const Webhook &webhook : *webhooks) {
        if (!wants(webhook, event))
            continue;
        if (!notice) {
            Json::Writer json;
            json.beginObject().key("event").value(event.name);
            json.key("timestamp").value(Timestamp::toIso(event.at));
            json.key("data").raw(event.data).endObject();
            // The notice of a deleted account must outlive the account.
            const bool isLast = event.name == "account.deleted";
            const Result<qint64> made =
                insertWebhookNotice(session,
                                    { .accountId = isLast ? 0 : event.accountId,
                                      .event = event.name,
                                      .payload = json.take() });
            RETURN_IF_ERROR(made);
            notice = *made;
        }
        RETURN_IF_ERROR(queueWebhookCall(session, webhook.id, *notice));
    }
    return {};
}

Result<QList<WebhookDue>> webhooksDue(Session &session)
{
    Query query = session.query("webhooks_due");
    query.exec();
    QList<WebhookDue> all;
    while (query.next()) {
        if (query.isNull("at_ms"))
            continue;
        all.append(query.read(dueColumns));
        all.last().atMs = std::max(all.last().atMs, all.last().pausedUntilMs);
    }
    if (query.failed())
        return query.error();
    return all;
}

namespace {

/// The clocks of several services may differ by this.
constexpr qint64 slackSeconds = 60;

} // namespace

bool WebhookLatest::isBroken(const WebhookDue &due) const
{
    const bool isPaused = due.pausedUntilMs > nowMs;
    const bool isFromFuture = due.lastTryAt > nowMs / 1000 + slackSeconds;
    return due.lastMs > callMs || (isPaused && (isFromFuture || due.pausedUntilMs > pauseMs));
}

Result<void> pullWebhookCalls(Session &session, qint64 webhookId, const WebhookLatest &latest)
{
    RETURN_IF_ERROR(session.query("webhook_calls_pull")
                        .bind(u":webhook_id"_s, webhookId)
                        .bind(u":now_ms"_s, latest.nowMs)
                        .bind(u":latest_ms"_s, latest.callMs)
                        .run());
    return session.query("webhooks_pull")
        .bind(u":webhook_id"_s, webhookId)
        .bind(u":now_ms"_s, latest.nowMs)
        .bind(u":latest_ms"_s, latest.pauseMs)
        .bind(u":tried_latest"_s, latest.nowMs / 1000 + slackSeconds)
        .run();
}

Result<std::optional<WebhookBatch>> claimWebhookCalls(Session &session, const WebhookClaim &claim)
{
    if (claim.isRepeated) {
        Query release = session.query("webhook_calls_release");
        RETURN_IF_ERROR(release.bind(u":webhook_id"_s, claim.webhookId)
                            .bind(u":now_ms"_s, claim.nowMs)
                            .bind(u":lease"_s, claim.lease)
                            .run());
    }
    Query query = session.query("webhooks_claim");
    query.bind(u":id"_s, claim.webhookId).bind(u":now_ms"_s, claim.nowMs);
    const auto webhook = query.bind(u":lease"_s, claim.lease).readFirst(webhookColumns);
    RETURN_IF_ERROR(webhook);
    if (!*webhook)
        return std::optional<WebhookBatch>();
    WebhookBatch batch;
    batch.webhook = **webhook;
    Result<QList<WebhookCall>> calls = takeCalls(session, claim);
    RETURN_IF_ERROR(calls);
    if (calls->isEmpty())
        return std::optional<WebhookBatch>();
    batch.calls = *std::move(calls);
    for (const WebhookCall &call : std::as_const(batch.calls)) {
        Result<WebhookNotice> notice = noticeById(session, call.noticeId);
        RETURN_IF_ERROR(notice);
        batch.notices.insert(call.noticeId, *std::move(notice));
    }
    return std::optional(std::move(batch));
}

Result<void> recoverWebhookCalls(Session &session, qint64 nowMs)
{
    return session.query("webhook_calls_recover").bind(u":now_ms"_s, nowMs).run();
}

Result<bool> isWebhookCallAt(Session &session, const WebhookCall &call)
{
    Query query = session.query("webhook_calls_attempts");
    const Result<std::optional<int>> attempts = query.bind(u":id"_s, call.id).readValue<int>();
    RETURN_IF_ERROR(attempts);
    return *attempts == call.attempts;
}

Result<void> retryWebhookCall(Session &session, qint64 callId, int attempts, qint64 atMs)
{
    return session.query("webhook_calls_retry")
        .bind(u":id"_s, callId)
        .bind(u":attempts"_s, attempts)
        .bind(u":at_ms"_s, atMs)
        .run();
}

Result<void> endWebhookCall(Session &session, qint64 callId, qint64 noticeId)
{
    RETURN_IF_ERROR(session.query("webhook_calls_end").bind(u":id"_s, callId).run());
    return session.query("webhook_notices_drop").bind(u":id"_s, noticeId).run();
}

Result<void> dropWebhookCalls(Session &session, qint64 webhookId)
{
    return session.query("webhook_calls_drop").bind(u":webhook_id"_s, webhookId).run();
}

Result<void> pruneWebhookNotices(Session &session)
{
    return session.query("webhook_notices_prune").run();
}

} // namespace Store
