// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/viewer.h"

#include <QList>
#include <QString>

#include <optional>

namespace Store {

class Session;

/** Numbers of one account. mailCount = total + sent + hidden. */
struct AccountStats {
    qint64 accountId = 0;
    QString name;
    QString email;
    qint64 total = 0; ///< of the default list; the next three are of these
    qint64 unread = 0;
    qint64 starred = 0;
    qint64 withAttachment = 0;
    qint64 sent = 0;
    qint64 hidden = 0;

    qint64 mailCount() const { return total + sent + hidden; }

    friend bool operator==(const AccountStats &, const AccountStats &) = default;
};

/// Every account that the viewer sees, by id, from the counters; or only one (empty if not seen).
Result<QList<AccountStats>> stats(Session &session, const Viewer &viewer = {},
                                  std::optional<qint64> accountId = {});

} // namespace Store
