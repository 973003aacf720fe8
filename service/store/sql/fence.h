// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Store {

/**
 * The right of this service to write the data of an account: the lease that its node holds
 * (store/nodes/leases.h). The epoch rises with each holder, so a holder that was replaced has no right any
 * more, even if it does not know yet.
 */
struct Fence {
    qint64 accountId = 0;
    qint64 nodeId = 0;
    qint64 epoch = 0;

    friend bool operator==(const Fence &, const Fence &) = default;
};

} // namespace Store
