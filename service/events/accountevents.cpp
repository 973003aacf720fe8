// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/accountevents.h"

#include "common/jsonwriter.h"
#include "common/timestamp.h"

namespace Events {

namespace {

/** An event about an account: its head, then what the caller adds, then the time. */
class Draft
{
public:
    Draft(const QByteArray &name, const Store::Account &account, bool durable)
    {
        m_event.name = name;
        m_event.accountId = account.id;
        m_event.durable = durable;
        json.beginObject();
        json.key("account_id").value(account.id).key("account_email").value(account.email);
    }

    Store::Event finish(qint64 now)
    {
        json.key("timestamp").value(Timestamp::toIso(now)).endObject();
        m_event.data = json.take();
        return m_event;
    }

    Json::Writer json;

private:
    Store::Event m_event;
};

void writeError(Json::Writer &json, const Store::Account &account)
{
    json.key("error");
    if (account.errorMessage.isEmpty())
        json.null();
    else
        json.value(account.errorMessage);
    json.key("error_code");
    if (account.errorCode.isEmpty())
        json.null();
    else
        json.value(account.errorCode);
}

} // namespace

Store::Event accountCreated(const Store::Account &account, qint64 now)
{
    return Draft("account.created", account, true).finish(now);
}

Store::Event accountUpdated(const Store::Account &account, qint64 now)
{
    return Draft("account.updated", account, true).finish(now);
}

Store::Event accountStatusChanged(const Store::Account &account, qint64 now)
{
    Draft draft("account.status_changed", account, true);
    draft.json.key("status").value(account.status);
    return draft.finish(now);
}

Store::Event accountDeleted(const Store::Account &account, bool toOwnerOnly, qint64 now)
{
    Store::Event event = Draft("account.deleted", account, true).finish(now);
    event.accountId = 0;
    event.userId = toOwnerOnly ? account.ownerId : 0;
    return event;
}

Store::Event accountHealth(const Store::Account &account, qint64 now)
{
    Draft draft("account.health", account, false);
    draft.json.key("status").value(account.status);
    writeError(draft.json, account);
    return draft.finish(now);
}

Store::Event accountModeChanged(const Store::Account &account, const QByteArray &mode, qint64 now)
{
    Draft draft("account.mode_changed", account, false);
    draft.json.key("mode").value(mode);
    return draft.finish(now);
}

Store::Event accountSyncStarted(const Store::Account &account, qint64 now)
{
    return Draft("account.sync_started", account, false).finish(now);
}

Store::Event accountSyncDone(const Store::Account &account, qint64 now)
{
    return Draft("account.sync_done", account, false).finish(now);
}

Store::Event accountSyncError(const Store::Account &account, qint64 now)
{
    Draft draft("account.sync_error", account, false);
    writeError(draft.json, account);
    return draft.finish(now);
}

Store::Event accountSyncProgress(const Store::Account &account, const SyncProgress &progress,
                                 qint64 now)
{
    Draft draft("account.sync_progress", account, false);
    draft.json.key("progress").beginObject();
    draft.json.key("phase").value(progress.phase);
    draft.json.key("done").value(progress.done).key("total").value(progress.total);
    draft.json.key("rate_per_second").value(progress.ratePerSecond).endObject();
    return draft.finish(now);
}

} // namespace Events
