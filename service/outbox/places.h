// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/shares.h"

namespace Outbox {

/**
 * Limits the connections at the same time: in total, per host and per user. A connection that takes long
 * gives its place back ("steps aside"), because a server may need ten minutes to answer after a mail, and
 * the client must wait that long (RFC 5321 4.5.3.2.6). It still counts for its host and its user. The
 * number of connections that have stepped aside is limited too.
 */
struct Places {
    explicit Places(int connections)
        : shares(Shares::of(connections)),
          admission({ .inside = connections, .aside = asidePerPlace * connections })
    {
    }

    static constexpr int asidePerPlace = 4;

    const Shares shares;
    Async::Admission admission;
};

} // namespace Outbox
