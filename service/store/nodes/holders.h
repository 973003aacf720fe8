// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QHash>
#include <QString>

#include <optional>

/** Which node synchronises an account, for people. On any session; on SQLite there is no node. */
namespace Store {

class Session;

/** A node that is alive and has the lease of an account. */
struct Holder {
    qint64 nodeId = 0;
    QString name;
    QString address; ///< empty: unknown

    friend bool operator==(const Holder &, const Holder &) = default;
};

Result<std::optional<Holder>> holderOf(Session &session, qint64 accountId);

/// By account; accounts that no node has are left out.
Result<QHash<qint64, Holder>> holders(Session &session);

} // namespace Store
