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

/// All whose ref begins with `prefix`, by ref.
Result<QList<Secret>> secretsUnder(Session &session, const QByteArray &prefix);

} // namespace Store
