// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/firstuser.h"

#include "crypto/random.h"
#include "store/db/transaction.h"
#include "store/people/users.h"
#include "store/sql/session.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

const QString adminName = u"admin"_s;

/// Replaces the file that an interrupted start may have left.
Result<void> writePassword(const QString &path, const QByteArray &password)
{
    QFile::remove(path);
    QFile file(path);
    const bool isOpen = file.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (!isOpen || file.write(password + '\n') < 0 || !file.flush())
        return Error{ Error::Code::Storage,
                      u"The first password cannot be written to %1: %2."_s.arg(
                          path, file.errorString()) };
    return {};
}

Result<void> insertAdmin(Store::Session &session, const QByteArray &password,
                         Crypto::ScryptCost cost)
{
    const QByteArray hash = Crypto::hashPassword(password, cost);
    Store::Transaction tx(session);
    Store::User admin;
    admin.username = adminName;
    admin.role = Store::Role::Admin;
    admin.passwordHash = hash;
    const Result<qint64> id = Store::insertUser(session, admin);
    RETURN_IF_ERROR(id);
    return tx.commit();
}

Result<FirstUser> withGivenPassword(Store::Session &session, const FirstUserOptions &options)
{
    const QByteArray &password = options.adminPassword;
    if (!isAcceptablePassword(password))
        return Error{ Error::Code::BadRequest,
                      u"POSTRIDER_ADMIN_PASSWORD has %1 bytes; it must have 8 to 256."_s.arg(
                          password.size()) };
    RETURN_IF_ERROR(insertAdmin(session, password, options.cost));
    return FirstUser{ .isNew = true, .generatedPassword = {}, .passwordFile = {} };
}

Result<FirstUser> withGeneratedPassword(Store::Session &session, const FirstUserOptions &options)
{
    const QByteArray password = generatePassword();
    const QString file = options.hasTerminal ? QString() : firstPasswordFile(options.dataDirectory);
    if (!file.isEmpty()) {
        RETURN_IF_ERROR(writePassword(file, password));
    }
    const Result<void> inserted = insertAdmin(session, password, options.cost);
    if (!inserted) {
        QFile::remove(file);
        return inserted.error();
    }
    return FirstUser{ .isNew = true,
                      .generatedPassword = options.hasTerminal ? password : QByteArray(),
                      .passwordFile = file };
}

} // namespace

Result<FirstUser> makeFirstUser(Store::Session &session, const FirstUserOptions &options)
{
    const Result<QList<Store::User>> users = Store::users(session);
    RETURN_IF_ERROR(users);
    if (!users->isEmpty())
        return FirstUser();
    const Result<FirstUser> made = options.adminPassword.isEmpty()
        ? withGeneratedPassword(session, options)
        : withGivenPassword(session, options);
    // Conflict: another service that starts on the same database has made the user already.
    return !made && made.error().code == Error::Code::Conflict ? FirstUser() : made;
}

QString firstPasswordFile(const QString &dataDirectory)
{
    return QDir(dataDirectory).filePath(u"first-password"_s);
}

bool isAcceptablePassword(QByteArrayView utf8)
{
    return utf8.size() >= 8 && utf8.size() <= 256;
}

QByteArray generatePassword()
{
    // 32 characters, so that five bits of each random byte choose one evenly.
    constexpr char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    static_assert(sizeof(alphabet) == 33);
    QByteArray password;
    for (const char byte : Crypto::randomBytes(16)) {
        if (password.size() % 5 == 4)
            password += '-';
        password += alphabet[byte & 31];
    }
    return password;
}

} // namespace Api
