// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/settings.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<std::optional<QString>> setting(Session &session, qint64 userId, const QString &name)
{
    Query query = session.query("settings_get");
    return query.bind(u":user_id"_s, userId).bind(u":name"_s, name).readValue<QString>();
}

Result<QMap<QString, QString>> settings(Session &session, qint64 userId)
{
    Query query = session.query("settings_all");
    query.bind(u":user_id"_s, userId).exec();
    QMap<QString, QString> all;
    while (query.next())
        all.insert(query.text("name"), query.text("value"));
    if (query.failed())
        return query.error();
    return all;
}

Result<void> setSetting(Session &session, qint64 userId, const QString &name, const QString &value)
{
    return session.query("settings_put")
        .bind(u":user_id"_s, userId)
        .bind(u":name"_s, name)
        .bind(u":value"_s, value)
        .run();
}

Result<void> removeSetting(Session &session, qint64 userId, const QString &name)
{
    return session.query("settings_delete")
        .bind(u":user_id"_s, userId)
        .bind(u":name"_s, name)
        .run();
}

} // namespace Store
