// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/shares.h"

#include <QUrl>

namespace Webhooks {

/**
 * Limits the calls at the same time: in total, per host and per user. A call that takes long gives its
 * place back ("steps aside"). It still counts for its host and its user. The number of calls that have
 * stepped aside is limited too.
 */
struct Places {
    Places(int calls, int callsPerHost);

    static constexpr int asidePerPlace = 4;

    QList<PlaceGroup> groups(const QUrl &url, qint64 userId) const;

    const Shares shares;
    Async::Admission admission;
};

} // namespace Webhooks
