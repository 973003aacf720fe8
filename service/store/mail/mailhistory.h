// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/dayrange.h"
#include "store/sql/viewer.h"

#include <QList>

#include <optional>

namespace Store {

class Session;

/** How many mails have their createdAt on one day. A mail is received or sent, never both. */
struct DayCounts {
    qint64 day = 0;      ///< since 1970-01-01, UTC
    qint64 received = 0; ///< of the default list, without those in folders of role sent
    qint64 sent = 0;     ///< local copies, and mails of the default list in such folders

    friend bool operator==(const DayCounts &, const DayCounts &) = default;
};

/// All days of the range, oldest first, including days without mail. For all accounts that the viewer
/// sees, or for one (zeros if the viewer does not see it). Costs about 0.1 us for each mail of these
/// days.
Result<QList<DayCounts>> mailHistory(Session &session, const DayRange &days, const Viewer &viewer,
                                     std::optional<qint64> accountId = {});

} // namespace Store
