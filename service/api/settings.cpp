// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/settings.h"

#include "api/failure.h"
#include "api/settingsinput.h"
#include "store/db/transaction.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Json::Bytes settingsJson(const Store::UserSettings &settings)
{
    Json::Writer json;
    json.beginObject().key("language").value(settings.language);
    json.key("theme").value(settings.theme).key("density").value(settings.density);
    json.key("conversations").value(settings.conversations);
    json.key("notifications").value(settings.notifications);
    json.key("imageSenders").beginArray();
    for (const QString &address : settings.imageSenders)
        json.value(address);
    const Store::QuietHours &hours = settings.quietHours;
    json.endArray().key("quietHours").beginObject().key("enabled").value(hours.enabled);
    json.key("from").value(hours.from).key("to").value(hours.to).endObject();
    return json.endObject().take();
}

Result<Json::Bytes, ApiFailure> getSettings(const Http::Request &request, Store::Session &session)
{
    const auto settings = Store::userSettings(session, request.userId());
    if (!settings)
        return storageFailure(settings.error());
    return settingsJson(*settings);
}

Result<Change, ApiFailure> putSettings(const Http::Request &request, Store::Session &session)
{
    Store::Transaction transaction(session);
    const auto before = Store::userSettings(session, request.userId());
    if (!before)
        return storageFailure(before.error());
    Http::Body body(request.body);
    const Store::UserSettings settings = readSettings(body, *before);
    if (const auto failure = body.failure())
        return *failure;
    const Result<void> stored =
        transaction.commit(Store::setUserSettings(session, request.userId(), settings));
    if (!stored)
        return storageFailure(stored.error());
    return Change{ settingsJson(settings), "saved" };
}

} // namespace

void addSettingsRoutes(Http::Router &router, Store::Database &database)
{
    const Handlers handlers(database);
    router.add("GET", "/api/v1/settings", { .handler = handlers.reading(getSettings) });
    router.add("PUT", "/api/v1/settings", { .handler = handlers.writing(putSettings) });
}

} // namespace Api
