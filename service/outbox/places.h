// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/shares.h"

namespace Outbox {

/**
 * So many connections at once, and shares of them for hosts and users. A connection that takes long
 * steps aside: a server may be silent for ten minutes after a mail, and must not be given up before
 * (RFC 5321 4.5.3.2.6). It still counts for its host and its user, and so many may be aside.
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
