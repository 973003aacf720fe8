// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/usersettings.h"

#include "common/jsonwriter.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray toJson(const QStringList &addresses)
{
    Json::Writer json;
    json.beginArray();
    for (const QString &address : addresses)
        json.value(address);
    return json.endArray().take();
}

QStringList fromJson(const QByteArray &json)
{
    QStringList addresses;
    for (const QJsonValue &address : QJsonDocument::fromJson(json).array())
        addresses.append(address.toString());
    return addresses;
}

UserSettings readSettings(const Query &query)
{
    return { .language = query.name(0),
             .theme = query.name(1),
             .density = query.name(2),
             .conversations = query.flag(3),
             .notifications = query.flag(4),
             .imageSenders = fromJson(query.name(5)),
             .quietHours = { query.flag(6), query.name(7), query.name(8) } };
}

} // namespace

Result<UserSettings> userSettings(Session &session, qint64 userId)
{
    Query query = session.query("user_settings_of");
    query.bind(u":user_id"_s, userId).exec();
    UserSettings settings;
    if (query.next())
        settings = readSettings(query);
    if (query.failed())
        return query.error();
    return settings;
}

Result<void> setUserSettings(Session &session, qint64 userId, const UserSettings &settings)
{
    const QuietHours &hours = settings.quietHours;
    Query query = session.query("user_settings_put");
    query.bind(u":user_id"_s, userId).bindName(u":language"_s, settings.language);
    query.bindName(u":theme"_s, settings.theme).bindName(u":density"_s, settings.density);
    query.bind(u":conversations"_s, settings.conversations);
    query.bind(u":notifications"_s, settings.notifications);
    query.bindName(u":image_senders"_s, toJson(settings.imageSenders));
    query.bind(u":quiet_hours_enabled"_s, hours.enabled);
    query.bindName(u":quiet_hours_from"_s, hours.from).bindName(u":quiet_hours_to"_s, hours.to);
    return query.run();
}

} // namespace Store
