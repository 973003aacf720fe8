// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/router.h"

namespace Api {

/// Calls that connect to any host and port that they name share one limit of a user, otherwise the
/// limit would not slow down a network scan with these calls.
inline Http::RouteRate probeRate(int callsPerMinute)
{
    return { .calls = callsPerMinute, .perSeconds = 60, .bucket = "probes" };
}

} // namespace Api
