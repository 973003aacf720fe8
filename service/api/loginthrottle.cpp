// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/loginthrottle.h"

#include "crypto/digest.h"
#include "net/plainaddress.h"

#include <algorithm>

namespace Api {

namespace {

constexpr qint64 minuteMs = 60'000;
/// Our choice: after a day without tries all free tries are restored.
constexpr qint64 forgetAfterMs = 24 * 60 * minuteMs;

QByteArray networkOf(const QHostAddress &address)
{
    return Net::countedAddress(address).toString().toLatin1();
}

/// A key of fixed size for any name. Names that differ only in case have the same key, as at login.
QByteArray keyOf(const QString &username, const QByteArray &network)
{
    return Crypto::sha256(network + ' ' + username.toCaseFolded().toUtf8());
}

int secondsUntil(qint64 thenMs, qint64 nowMs)
{
    return int((thenMs - nowMs + 999) / 1000);
}

/// The entry of the key, made if there is none. It becomes the most recently used one.
template<typename Entry>
Entry &entryOf(QCache<QByteArray, Entry> &cache, const QByteArray &key)
{
    Entry *entry = cache.object(key);
    if (!entry) {
        entry = new Entry; // belongs to the cache
        cache.insert(key, entry);
    }
    return *entry;
}

} // namespace

LoginThrottle::LoginThrottle(const Clock &clock, LoginLimits limits)
    : m_clock(clock), m_limits(limits), m_guesses(limits.remembered), m_minutes(limits.remembered)
{
}

int LoginThrottle::admit(const QString &username, const QHostAddress &address)
{
    const qint64 nowMs = m_clock.nowMs();
    const QByteArray network = networkOf(address);
    const QByteArray key = keyOf(username, network);
    const int wait = std::max(waitOfAddress(network, nowMs), waitOfName(key, nowMs));
    if (wait > 0)
        return wait;
    ++entryOf(m_minutes, network).tries;
    Guesses &guesses = entryOf(m_guesses, key);
    guesses.lastAtMs = nowMs;
    const int doublings = std::min(++guesses.tries - m_limits.freeTries, 20);
    if (doublings >= 0) {
        const int seconds = std::min(1 << doublings, m_limits.maxWaitSeconds);
        guesses.blockedUntilMs = nowMs + 1000LL * seconds;
    }
    return 0;
}

void LoginThrottle::succeeded(const QString &username, const QHostAddress &address)
{
    m_guesses.remove(keyOf(username, networkOf(address)));
}

int LoginThrottle::waitOfAddress(const QByteArray &address, qint64 nowMs)
{
    Minute &minute = entryOf(m_minutes, address);
    const bool isSetBack = nowMs < minute.startedAtMs; // the clock was set back
    if (isSetBack || nowMs - minute.startedAtMs >= minuteMs)
        minute = { .startedAtMs = nowMs };
    if (m_limits.perAddressMinute <= 0 || minute.tries < m_limits.perAddressMinute)
        return 0;
    return secondsUntil(minute.startedAtMs + minuteMs, nowMs);
}

int LoginThrottle::waitOfName(const QByteArray &key, qint64 nowMs)
{
    const Guesses *guesses = m_guesses.object(key);
    if (!guesses)
        return 0;
    if (nowMs - guesses->lastAtMs >= forgetAfterMs) {
        m_guesses.remove(key);
        return 0;
    }
    if (nowMs < guesses->lastAtMs) // the clock was set back: the wait could last days
        return 0;
    return std::max(0, secondsUntil(guesses->blockedUntilMs, nowMs));
}

} // namespace Api
