// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

namespace Store {

class Session;

/** A sealed value; what is inside and with which key only the sealing room knows. */
struct Secret {
    QByteArray ref;    ///< who it belongs to: `account/<uuid>/imap`, `token-key/<kid>`
    QByteArray sealed; ///< bytes as sealed

    friend bool operator==(const Secret &, const Secret &) = default;
};

Result<void> putSecret(Session &session, const Secret &secret);     ///< inserts or replaces
Result<Secret> secret(Session &session, const QByteArray &ref);     ///< or Error::NotFound
Result<void> removeSecret(Session &session, const QByteArray &ref); ///< absent is no error

/// Removes the secrets of accounts and webhooks that no row names: a process was killed between the
/// secret and its row. Inside a Transaction; returns how many were removed. A secret that another
/// process stored a moment ago is removed too, which checkStored() finds out there.
Result<int> sweepSecrets(Session &session);

/// In the transaction that writes the row: whether the secret that it names is still there, sealed or
/// in the keychain. Error::Storage, after which the request may be repeated; an empty ref is none.
Result<void> checkStored(Session &session, const QByteArray &ref);

/// All whose ref begins with `prefix`, by ref.
Result<QList<Secret>> secretsUnder(Session &session, const QByteArray &prefix);

} // namespace Store
