// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/loginthrottle.h"

#include "crypto/digest.h"
#include "net/plainaddress.h"

#include <algorithm>

namespace Api {

namespace {

constexpr qint64 minuteMs = 1000 * LoginLimits::minuteSeconds;
constexpr qint64 forgetAfterMs = qint64(1000) * LoginLimits::forgetAfterSeconds;

QByteArray networkOf(const QHostAddress &address)
{
    return Net::countedAddress(address).toString().toLatin1();
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

int LoginLimits::waitAfter(int tries) const
{
    const int doublings = std::min(tries - freeTries, 20);
    return doublings < 0 ? 0 : std::min(1 << doublings, maxWaitSeconds);
}

QList<qint64> LoginLimits::waits() const
{
    QList<qint64> waits;
    do
        waits.append(waitAfter(int(waits.size()) + 1));
    while (waits.last() < maxWaitSeconds && waits.size() < freeTries + 21);
    return waits;
}

int LoginsOfAll::waitSeconds() const
{
    return std::max(1, secondsUntil(std::max(nameWaitMs, addressWaitMs), 0));
}

LoginThrottle::LoginThrottle(const Clock &clock, LoginLimits limits)
    : m_clock(clock), m_limits(limits), m_guesses(limits.remembered), m_minutes(limits.remembered)
{
}

int LoginThrottle::admit(const QString &username, const QHostAddress &address)
{
    const qint64 nowMs = m_clock.nowMs();
    const QByteArray ofAddress = addressKey(address);
    const QByteArray ofName = nameKey(username, address);
    const int wait = std::max(waitOfAddress(ofAddress, nowMs), waitOfName(ofName, nowMs));
    if (wait > 0)
        return wait;
    ++entryOf(m_minutes, ofAddress).tries;
    Guesses &guesses = entryOf(m_guesses, ofName);
    guesses.lastAtMs = nowMs;
    const int seconds = m_limits.waitAfter(++guesses.tries);
    if (seconds > 0)
        guesses.blockedUntilMs = nowMs + 1000LL * seconds;
    return 0;
}

void LoginThrottle::note(const QString &username, const QHostAddress &address,
                         const LoginsOfAll &counts)
{
    const qint64 nowMs = m_clock.nowMs();
    Guesses &guesses = entryOf(m_guesses, nameKey(username, address));
    guesses = { .tries = counts.tries,
                .lastAtMs = nowMs,
                .blockedUntilMs = nowMs + std::max<qint64>(0, counts.nameWaitMs) };
    if (counts.isAdmitted)
        return;
    Minute &minute = entryOf(m_minutes, addressKey(address));
    minute.tries = std::max(0, minute.tries - 1); // it was not counted by all
    if (counts.addressWaitMs > 0)
        minute = { .startedAtMs = nowMs - minuteMs + std::min(counts.addressWaitMs, minuteMs),
                   .tries = m_limits.perAddressMinute };
}

void LoginThrottle::succeeded(const QString &username, const QHostAddress &address)
{
    m_guesses.remove(nameKey(username, address));
}

QByteArray LoginThrottle::nameKey(const QString &username, const QHostAddress &address)
{
    return Crypto::sha256(networkOf(address) + ' ' + username.toCaseFolded().toUtf8());
}

QByteArray LoginThrottle::addressKey(const QHostAddress &address)
{
    return Crypto::sha256(networkOf(address)); // no key of a name: those contain a space
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
