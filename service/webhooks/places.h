// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/shares.h"

#include <QUrl>

namespace Webhooks {

/**
 * So many calls at once, and shares of them for hosts and users. A call that takes long steps aside:
 * it still counts for its host and its user, and so many may be aside.
 */
struct Places {
    Places(int calls, int callsPerHost);

    static constexpr int asidePerPlace = 4;

    QList<PlaceGroup> groups(const QUrl &url, qint64 userId) const;

    const Shares shares;
    Async::Admission admission;
};

} // namespace Webhooks
