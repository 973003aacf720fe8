// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Store {

class Session;

enum class Role { Admin, User };

QByteArray roleName(Role role); ///< `admin` or `user`

/** A user who may log in. */
struct User {
    qint64 id = 0;
    QByteArray uuid;  ///< for sealed values; never changes
    QString username; ///< as given; unique without regard to case
    Role role = Role::User;
    QByteArray passwordHash; ///< PHC string
    qint64 tokenVersion = 1; ///< rises with each password change: older tokens are void
    qint64 createdAt = 0;
    qint64 updatedAt = 0;

    friend bool operator==(const User &, const User &) = default;
};

/// Returns the id. uuid and times are set here where empty. Error::Conflict: the name is taken.
Result<qint64> insertUser(Session &session, User user);

Result<User> userById(Session &session, qint64 id);                 ///< or Error::NotFound
Result<User> userByName(Session &session, const QString &username); ///< any case; or NotFound
Result<QList<User>> users(Session &session);                        ///< by id

/// `logOut` raises tokenVersion; a mere re-hash of the same password leaves it. Error::NotFound.
Result<void> setPasswordHash(Session &session, qint64 id, const QByteArray &hash, bool logOut);
Result<void> raiseTokenVersion(Session &session, qint64 id); ///< all tokens of the user are void

/// Also deletes the user's settings and events. The user's accounts must be deleted or transferred
/// before (Error::Conflict).
Result<void> deleteUser(Session &session, qint64 id);

} // namespace Store
