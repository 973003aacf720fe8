// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Store {

class Session;

/**
 * Which history of writes a PostgreSQL server has. The system identifier is of a cluster and its
 * standbys; a standby that becomes the primary begins a new timeline. Any role may ask for both;
 * where a provider has taken that away, both are empty.
 */
struct ServerIdentity {
    QByteArray system;
    QByteArray timeline; ///< 8 hexadecimal digits

    friend bool operator==(const ServerIdentity &, const ServerIdentity &) = default;
};

/// Outside a transaction.
ServerIdentity serverIdentity(Session &session);

} // namespace Store
