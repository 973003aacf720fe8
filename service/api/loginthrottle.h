// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"

#include <QByteArray>
#include <QCache>
#include <QHostAddress>
#include <QList>
#include <QString>

namespace Api {

/** The limits for login attempts, and their arithmetic. */
struct LoginLimits {
    static constexpr int minuteSeconds = 60;
    /// Our choice: after a day without tries all free tries are restored.
    static constexpr int forgetAfterSeconds = 24 * 3600;

    int freeTries = 5;         ///< for one user name from one address before there are waits
    int maxWaitSeconds = 900;  ///< the waits are 1, 2, 4 s .. this
    int perAddressMinute = 30; ///< tries of one address whatever the names; 0 = any number
    int remembered = 10'000;   ///< entries kept; the least recently used are forgotten

    /// Seconds that a name waits after this number of tries.
    int waitAfter(int tries) const;
    /// The same for the first, second .. try; the last for all later ones.
    QList<qint64> waits() const;
};

/** The counts of all services together after a try that this service admitted. */
struct LoginsOfAll {
    bool isAdmitted = false;
    int tries = 0;         ///< of the name
    qint64 nameWaitMs = 0; ///< 0 or less: none
    qint64 addressWaitMs = 0;

    int waitSeconds() const; ///< if it is not admitted: at least 1
};

/**
 * Slows down guessing of passwords. An address is a whole IPv4 address or an IPv6 /64. Every try
 * counts as failed from the moment that it is admitted, so that a thousand parallel tries cannot
 * avoid the limit; a success removes the count. On the http thread only; nothing survives a
 * restart. Counts the tries at this service; LoginGuard those at several.
 */
class LoginThrottle
{
public:
    explicit LoginThrottle(const Clock &clock, LoginLimits limits = {});

    /// 0: try now, and the try is counted. Else the seconds to wait, and nothing is counted.
    int admit(const QString &username, const QHostAddress &address);

    /// Takes over what all services counted for the name and the address after an admit(), so that later tries
    /// are refused here.
    void note(const QString &username, const QHostAddress &address, const LoginsOfAll &counts);

    /// The password was right: the free tries of the name from that address are restored.
    void succeeded(const QString &username, const QHostAddress &address);

    const LoginLimits &limits() const { return m_limits; }
    /// What is counted, as a key of fixed size. Names that differ only in case have the same key, as at login.
    static QByteArray nameKey(const QString &username, const QHostAddress &address);
    static QByteArray addressKey(const QHostAddress &address);

private:
    struct Guesses {
        int tries = 0;
        qint64 lastAtMs = 0;
        qint64 blockedUntilMs = 0;
    };
    struct Minute {
        qint64 startedAtMs = 0;
        int tries = 0;
    };

    int waitOfAddress(const QByteArray &address, qint64 nowMs);
    int waitOfName(const QByteArray &key, qint64 nowMs);

    const Clock &m_clock;
    LoginLimits m_limits;
    QCache<QByteArray, Guesses> m_guesses; ///< least recently used go first
    QCache<QByteArray, Minute> m_minutes;
};

} // namespace Api
