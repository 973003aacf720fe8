// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/engine.h"

#include <QString>

namespace Store {

/** The location of a database and its login. Do not show the password: use `shown`. */
struct DatabaseAddress {
    Engine engine = Engine::Sqlite;
    QString file; ///< SQLite: the path
    QString name; ///< PostgreSQL, like the following: name of the database
    QString user;
    QString password;
    QString options; ///< `key='value'` pairs for libpq: host, port, sslmode and others
    QString shown;   ///< the URL for display: without a password
    /// It is a pooler's: each transaction may run in another session of the server. Not part of the URL.
    bool isPooled = false;

    /// A file of this machine. Otherwise a server has the database.
    bool isFile() const;

    friend bool operator==(const DatabaseAddress &, const DatabaseAddress &) = default;
};

/**
 * Reads `sqlite:FILE` or
 *
 *     postgresql://user:password@host:5432/database?sslmode=verify-full&sslrootcert=/etc/ca.pem
 *
 * where each part may be percent-encoded, several hosts are separated by commas, and a host may also
 * be a folder with a socket (`?host=/run/postgresql`). Error::BadRequest: the message
 * continues the name of the key that held the URL, and repeats nothing of the URL.
 */
Result<DatabaseAddress> databaseAddress(const QString &url);

/// The same for the address of a pooler, which cannot be a file.
Result<DatabaseAddress> poolAddress(const QString &url);

} // namespace Store
