// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

namespace Store {

class Session;

/** A sealed value; only the sealing module can read its content and its key. */
struct Secret {
    QByteArray ref;    ///< its owner: `account/<uuid>/imap`, `token-key/<kid>`
    QByteArray sealed; ///< bytes as sealed

    friend bool operator==(const Secret &, const Secret &) = default;
};

Result<void> putSecret(Session &session, const Secret &secret);     ///< inserts or replaces
Result<Secret> secret(Session &session, const QByteArray &ref);     ///< or Error::NotFound
Result<void> removeSecret(Session &session, const QByteArray &ref); ///< absent is no error

/// Removes secrets of accounts and webhooks that no row refers to: a process was killed after
/// storing the secret and before storing its row. Inside a Transaction; returns the number of
/// removed secrets. This also removes a secret that another process has just stored; checkStored()
/// detects that there.
Result<int> sweepSecrets(Session &session);

/// To be called in the transaction that writes the row: checks that the secret of the row is still
/// stored, sealed or in the keychain. Error::Storage: it is not; the request may be repeated. An
/// empty ref means no secret and is no error.
Result<void> checkStored(Session &session, const QByteArray &ref);

/// All whose ref begins with `prefix`, by ref.
Result<QList<Secret>> secretsUnder(Session &session, const QByteArray &prefix);

} // namespace Store
