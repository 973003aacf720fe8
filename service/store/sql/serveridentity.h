// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

class Session;

/**
 * Identifies the write history of a PostgreSQL server. A cluster and its standbys share the system
 * identifier; a standby that becomes the primary begins a new timeline. Any role may read both; if
 * a provider has revoked that right, both are empty.
 */
struct ServerIdentity {
    QByteArray system;
    QByteArray timeline; ///< 8 hexadecimal digits

    friend bool operator==(const ServerIdentity &, const ServerIdentity &) = default;
};

/// Outside a transaction.
ServerIdentity serverIdentity(Session &session);

/** A database of a PostgreSQL server, whichever address leads to it. */
struct DatabaseIdentity {
    QByteArray system;   ///< as in ServerIdentity
    qint64 database = 0; ///< its oid

    friend bool operator==(const DatabaseIdentity &, const DatabaseIdentity &) = default;
};

Result<DatabaseIdentity> databaseIdentity(Session &session);

} // namespace Store
