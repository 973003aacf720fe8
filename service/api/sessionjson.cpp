// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/sessionjson.h"

#include "common/timestamp.h"

namespace Api {

Json::Bytes sessionJson(const IssuedToken &issued, const QString &username, const QString &role)
{
    Json::Writer json;
    json.beginObject().key("token").value(issued.token).key("tokenType").value("Bearer");
    json.key("expiresAt").value(Timestamp::toIso(issued.expiresAt));
    json.key("username").value(username).key("role").value(role);
    return json.endObject().take();
}

Json::Bytes sessionJson(const IssuedToken &issued, const Store::User &user)
{
    return sessionJson(issued, user.username, QString::fromLatin1(Store::roleName(user.role)));
}

} // namespace Api
