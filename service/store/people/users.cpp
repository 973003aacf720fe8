// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/users.h"

#include "store/events/events.h"
#include "store/sql/columns.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Error noSuchUser()
{
    return { Error::Code::NotFound, u"There is no such user."_s };
}

Role roleFrom(const QByteArray &name)
{
    return name == "admin" ? Role::Admin : Role::User;
}

const Columns<User> userColumns{
    { "id", &User::id },
    { "uuid", &User::uuid },
    { "username", &User::username },
    { "role", &User::role, roleFrom },
    { "password_hash", &User::passwordHash },
    { "token_version", &User::tokenVersion },
    { "created_at", &User::createdAt },
    { "updated_at", &User::updatedAt },
};

Result<User> oneUser(Query &query)
{
    const Result<std::optional<User>> user = query.readFirst(userColumns);
    RETURN_IF_ERROR(user);
    if (!*user)
        return noSuchUser();
    return **user;
}

Result<void> changeOne(Query query)
{
    query.exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0 ? Result<void>() : Result<void>(noSuchUser());
}

} // namespace

QByteArray roleName(Role role)
{
    return role == Role::Admin ? "admin" : "user";
}

Result<qint64> insertUser(Session &session, User user)
{
    if (user.uuid.isEmpty())
        user.uuid = newUuid();
    if (user.createdAt == 0)
        user.createdAt = session.now();
    Query query = session.query("users_insert");
    query.bindName(u":uuid"_s, user.uuid).bind(u":username"_s, user.username);
    query.bind(u":username_key"_s, user.username.toCaseFolded());
    query.bindName(u":role"_s, roleName(user.role));
    query.bindName(u":password_hash"_s, user.passwordHash);
    query.bind(u":token_version"_s, user.tokenVersion).bind(u":created_at"_s, user.createdAt);
    return insertedId(query);
}

Result<User> userById(Session &session, qint64 id)
{
    Query query = session.query("users_by_id");
    query.bind(u":id"_s, id);
    return oneUser(query);
}

Result<User> userByName(Session &session, const QString &username)
{
    Query query = session.query("users_by_name");
    query.bind(u":username_key"_s, username.toCaseFolded());
    return oneUser(query);
}

Result<QList<User>> users(Session &session)
{
    return session.query("users_all").readAll(userColumns);
}

Result<void> setPasswordHash(Session &session, qint64 id, const QByteArray &hash, bool logOut)
{
    Query query = session.query("users_set_password");
    query.bindName(u":password_hash"_s, hash).bind(u":raise"_s, logOut);
    query.bind(u":now"_s, session.now()).bind(u":id"_s, id);
    return changeOne(std::move(query));
}

Result<void> raiseTokenVersion(Session &session, qint64 id)
{
    Query query = session.query("users_raise_token_version");
    query.bind(u":now"_s, session.now()).bind(u":id"_s, id);
    return changeOne(std::move(query));
}

Result<void> deleteUser(Session &session, qint64 id)
{
    for (const char *part :
         { "users_delete_settings", "users_delete_user_settings", "users_delete_drafts",
           "users_delete_idempotency", "users_delete_push", "users_delete_webhook_secrets",
           "users_delete_webhooks" }) {
        RETURN_IF_ERROR(session.query(part).bind(u":id"_s, id).run());
    }
    RETURN_IF_ERROR(removeEventsOfUser(session, id));
    Query query = session.query("users_delete");
    query.bind(u":id"_s, id);
    return changeOne(std::move(query));
}

} // namespace Store
