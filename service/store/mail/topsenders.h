// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/dayrange.h"
#include "store/sql/viewer.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace Store {

class Session;

/** Received mails of one address. */
struct TopSender {
    QString address;  ///< ASCII letters in lower case; not empty, cut as in lists
    QString name;     ///< of the newest mail that has one, cut as in lists; else empty
    qint64 total = 0; ///< as DayCounts::received counts
    qint64 unread = 0;

    friend bool operator==(const TopSender &, const TopSender &) = default;
};

/// The senders of the most mails with a createdAt on these days: most mails first, then by address,
/// at most `limit`. Of all accounts that the viewer sees, or of one. Costs about 1.2 us for each
/// mail of these days.
Result<QList<TopSender>> topSenders(Session &session, const DayRange &days, int limit,
                                    const Viewer &viewer, std::optional<qint64> accountId = {});

} // namespace Store
