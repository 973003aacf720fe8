// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

#include <chrono>

/**
 * What all services on one PostgreSQL database count together to limit it. Every function is one statement of a
 * few rows, on the coordinating session (Database::coordinate()). Times are those of the database's clock. A
 * key is a SHA-256 of what is counted.
 */
namespace Store {

class Session;

/** A try to log in, and the rules for it. */
struct LoginTry {
    QByteArray nameKey;    ///< of the user name, as used from the address
    QByteArray addressKey; ///< other than every nameKey
    QList<qint64>
        waits; ///< seconds that the name waits after its first, second .. try; the last for all later ones
    std::chrono::seconds memory{
        0
    }; ///< the tries of a name are forgotten after this time without one
    std::chrono::seconds addressSpan{ 0 }; ///< tries of the address are counted for this time
    int perAddressSpan = 0;                ///< 0: any number
};

/** The counts after a try. */
struct LoginCounts {
    bool isAdmitted = false; ///< and counted; otherwise nothing was counted
    int tries = 0;           ///< of the name
    qint64 nameWaitMs = 0;   ///< until the name may be tried again; 0 or less: now
    qint64 addressWaitMs = 0;

    friend bool operator==(const LoginCounts &, const LoginCounts &) = default;
};

/// Counts the try unless its name or its address has to wait. Tries of several services at the same time are
/// counted one after the other.
Result<LoginCounts> countLogin(Session &session, const LoginTry &login);

/// The tries of a name from an address are forgotten.
Result<void> forgetLogins(Session &session, const QByteArray &nameKey);

/** As many calls as may come at once; after `span` without calls as many may come again. */
struct CallRate {
    int calls = 1;
    std::chrono::seconds span{ 60 };
};

/// 0: the call is counted. Otherwise the time to wait; the call is then not counted.
Result<std::chrono::milliseconds> countCall(Session &session, const QByteArray &key, CallRate rate);

/// Removes rows that count nothing any more, and the oldest above 100,000. Does nothing on SQLite.
Result<void> pruneRateCounts(Session &session, qint64 most = 100'000);

} // namespace Store
