// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/accountevents.h"

#include "common/shortened.h"
#include "events/eventdata.h"

namespace Events {

namespace {

Store::Event plain(const About &about, const QByteArray &name, bool durable)
{
    return EventData(about).finish(name, durable);
}

Store::Event withResult(const About &about, const PassResult &result, const QByteArray &name)
{
    EventData data(about);
    data.json().key("new_count").value(result.newCount);
    data.json().key("updated_count").value(result.updatedCount);
    data.json().key("duration_ms").value(result.durationMs);
    return data.finish(name, false);
}

} // namespace

Store::Event accountCreated(const About &about)
{
    return plain(about, "account.created", true);
}

Store::Event accountUpdated(const About &about)
{
    return plain(about, "account.updated", true);
}

Store::Event accountDeleted(const About &about)
{
    return plain(about, "account.deleted", true);
}

Store::Event accountStatusChanged(const About &about, const QByteArray &status)
{
    EventData data(about);
    data.json().key("status").value(status);
    return data.finish("account.status_changed", true);
}

Store::Event accountHealth(const About &about, const QByteArray &status, const QString &error,
                           const QByteArray &errorCode)
{
    EventData data(about);
    data.json().key("status").value(status).key("error");
    const QString shown = Text::shortened(error, Text::mostError);
    shown.isEmpty() ? data.json().null() : data.json().value(shown);
    data.json().key("error_code");
    errorCode.isEmpty() ? data.json().null() : data.json().value(errorCode);
    return data.finish("account.health", false);
}

Store::Event accountModeChanged(const About &about, const QByteArray &mode)
{
    EventData data(about);
    data.json().key("mode").value(mode);
    return data.finish("account.mode_changed", false);
}

Store::Event syncProgressed(const About &about, const SyncProgress &progress)
{
    EventData data(about);
    data.json().key("phase").value(progress.phase).key("done").value(progress.done);
    data.json().key("total").value(progress.total);
    data.json().key("rate_per_second").value(progress.ratePerSecond);
    return data.finish("account.sync_progress", false);
}

Store::Event syncStarted(const About &about)
{
    return plain(about, "account.sync_started", false);
}

Store::Event syncFailed(const About &about, const QString &error, const QByteArray &errorCode)
{
    EventData data(about);
    data.json().key("error").value(Text::shortened(error, Text::mostError));
    data.json().key("error_code").value(errorCode);
    return data.finish("account.sync_error", false);
}

Store::Event statsUpdated(const About &about)
{
    return plain(about, "stats.updated", false);
}

Store::Event syncDone(const About &about, const PassResult &result)
{
    return withResult(about, result, "account.sync_done");
}

Store::Event mailSynced(const About &about, const PassResult &result)
{
    return withResult(about, result, "mail.synced");
}

} // namespace Events
