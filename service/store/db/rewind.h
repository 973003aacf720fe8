// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/**
 * After the database went back in time (a standby that lagged became the primary, a backup was
 * restored) or may have: all folders are compared with their servers anew. With `lastId` events up to
 * that id went out and may be lost: no id is given out twice, and a durable event `resync` {reason:
 * "ahead"} has all clients load everything, also those that come back later. 0: none is lost.
 */
Result<void> noteRewind(Session &session, qint64 lastId);

} // namespace Store
