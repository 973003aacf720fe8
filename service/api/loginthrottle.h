// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"

#include <QByteArray>
#include <QCache>
#include <QHostAddress>
#include <QString>

namespace Api {

/** The limits for login attempts. */
struct LoginLimits {
    int freeTries = 5;         ///< for one user name from one address before there are waits
    int maxWaitSeconds = 900;  ///< the waits are 1, 2, 4 s .. this
    int perAddressMinute = 30; ///< tries of one address whatever the names; 0 = any number
    int remembered = 10'000;   ///< entries kept; the least recently used are forgotten
};

/**
 * Slows down guessing of passwords. An address is a whole IPv4 address or an IPv6 /64. Every try
 * counts as failed from the moment that it is admitted, so that a thousand parallel tries cannot
 * avoid the limit; a success removes the count. On the http thread only; nothing survives a
 * restart.
 */
class LoginThrottle
{
public:
    explicit LoginThrottle(const Clock &clock, LoginLimits limits = {});

    /// 0: try now, and the try is counted. Else the seconds to wait, and nothing is counted.
    int admit(const QString &username, const QHostAddress &address);

    /// The password was right: the free tries of the name from that address are restored.
    void succeeded(const QString &username, const QHostAddress &address);

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
