// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/counter.h"

namespace Metrics {

/** The traffic of the listening socket of the service. Any thread. */
struct Traffic {
    Gauge connections; ///< open now
    Counter acceptedConnections;
    Counter refusedConnections; ///< above a limit of connections
    Counter receivedBytes;      ///< of requests; without TLS and lower layers
    Counter sentBytes;          ///< of answers and event streams
};

} // namespace Metrics
