// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/usersettings.h"

#include "common/jsonwriter.h"
#include "store/sql/columns.h"
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

const Columns<UserSettings> settingsColumns{
    { "language", &UserSettings::language },
    { "theme", &UserSettings::theme },
    { "density", &UserSettings::density },
    { "conversations", &UserSettings::conversations },
    { "notifications", &UserSettings::notifications },
    { "image_senders", &UserSettings::imageSenders, fromJson },
    { "quiet_hours_enabled",
      +[](UserSettings &settings, bool enabled) {
          settings.quietHours.enabled = enabled;
      } },
    { "quiet_hours_from",
      +[](UserSettings &settings, const QByteArray &from) {
          settings.quietHours.from = from;
      } },
    { "quiet_hours_to",
      +[](UserSettings &settings, const QByteArray &to) {
          settings.quietHours.to = to;
      } },
};

} // namespace

Result<UserSettings> userSettings(Session &session, qint64 userId)
{
    Query query = session.query("user_settings_of");
    const auto settings = query.bind(u":user_id"_s, userId).readFirst(settingsColumns);
    RETURN_IF_ERROR(settings);
    return settings->value_or(UserSettings());
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
