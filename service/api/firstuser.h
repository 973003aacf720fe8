// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/password.h"

#include <QByteArray>
#include <QString>

namespace Store {
class Session;
}

namespace Api {

/** Where the first user's password comes from and goes to. */
struct FirstUserOptions {
    QByteArray adminPassword = {}; ///< POSTRIDER_ADMIN_PASSWORD, UTF-8; empty: generate one
    QString dataDirectory = {};
    Crypto::ScryptCost cost = {}; ///< of the hash
    bool hasTerminal = false;     ///< stderr is one: the caller prints the password, once
};

/** The result. */
struct FirstUser {
    bool isNew = false;           ///< false: there are users already, nothing was done
    QByteArray generatedPassword; ///< to print on the terminal; empty: nothing to print
    QString passwordFile;         ///< the file that holds it instead, for the log; or empty
};

/**
 * Makes the user `admin` where there is no user at all. On the writer's session; costs 0.3 s once
 * for the hash. The file is written before the user is stored, so that a crash between leaves no
 * user with an unknown password. Error::BadRequest: adminPassword is not 8 to 256 bytes long.
 */
Result<FirstUser> makeFirstUser(Store::Session &session, const FirstUserOptions &options);

QString firstPasswordFile(const QString &dataDirectory); ///< `<data>/first-password`

/// Passwords are 8 to 256 bytes of UTF-8, whatever they consist of.
bool isAcceptablePassword(QByteArrayView utf8);

/// 80 random bits as four groups of letters and digits that look unlike each other.
QByteArray generatePassword();

} // namespace Api
