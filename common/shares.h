// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/placequeue.h"

#include <algorithm>

/**
 * How many places one host and one user get of a number that all share; 0: no limit. A user can
 * make up any number of host names, and a host may have many users, so both are limited, and what
 * one user has at one host less than either: a host that hangs leaves places to its users' other
 * hosts, and a user who makes a host hang leaves places of it to others.
 */
struct Shares {
    int all = 0;
    int ofHost = 0;
    int ofUser = 0;
    int ofUserAtHost = 0;

    /// Half for a host, half for a user, a quarter for a user at one host; never less than one.
    static Shares of(int all)
    {
        const auto share = [all](int parts) {
            return all > 0 ? std::max(1, all / parts) : 0;
        };
        return { all, share(2), share(2), share(4) };
    }

    QList<PlaceGroup> groups(const QString &host, qint64 userId) const
    {
        const QString user = QString::number(userId);
        return { { QStringLiteral("host ") + host, ofHost },
                 { QStringLiteral("user ") + user, ofUser },
                 { QStringLiteral("both ") + user + u' ' + host, ofUserAtHost } };
    }

    friend bool operator==(const Shares &, const Shares &) = default;
};
