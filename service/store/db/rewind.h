// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/**
 * To be called after the database went back in time (a standby that lagged became the primary, a
 * backup was restored) or may have: all folders are compared with their servers again. Events up to
 * the id `lastId` were sent and may be lost: no id is assigned twice, and a durable event `resync`
 * {reason: "ahead"} makes all clients load everything, also clients that connect later. 0: no event
 * is lost.
 */
Result<void> noteRewind(Session &session, qint64 lastId);

} // namespace Store
