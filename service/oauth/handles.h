// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"

#include <QByteArray>
#include <QDeadlineTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <list>
#include <optional>

namespace OAuth {

/// A monotonic time: it never goes back, also if the machine's clock is changed.
using MonotonicClock = std::function<std::chrono::milliseconds()>;

inline std::chrono::milliseconds monotonicNow()
{
    return std::chrono::milliseconds(QDeadlineTimer::current(Qt::PreciseTimer).deadline());
}

/// 192 random bits in 32 characters.
inline QByteArray newHandle()
{
    return Crypto::toBase64Url(Crypto::randomBytes(24));
}

/**
 * Values that a user refers to in a later request, such as a started sign-in. A value is found by a
 * handle of 192 random bits, only by its user and only for a limited time. The number per user is
 * limited: if it is exceeded, the oldest value is removed. Lives on one thread.
 */
template<typename T>
class Handles
{
public:
    explicit Handles(std::chrono::milliseconds life, size_t mostOfAUser = 20,
                     MonotonicClock now = &monotonicNow)
        : m_life(life), m_mostOfAUser(mostOfAUser), m_now(std::move(now))
    {
    }

    QByteArray put(qint64 userId, T value)
    {
        removeOld();
        const auto isOfUser = [userId](const Entry &entry) {
            return entry.userId == userId;
        };
        if (size_t(std::count_if(m_entries.begin(), m_entries.end(), isOfUser)) >= m_mostOfAUser)
            m_entries.erase(std::find_if(m_entries.begin(), m_entries.end(), isOfUser));
        const QByteArray handle = newHandle();
        m_entries.push_back({ handle, userId, m_now() + m_life, std::move(value) });
        return handle;
    }

    /// Null: the handle is unknown, too old, or belongs to another user. The pointer is valid until the
    /// next put() or take().
    T *find(qint64 userId, QByteArrayView handle)
    {
        removeOld();
        Entry *found = nullptr;
        for (Entry &entry : m_entries) {
            if (Crypto::equalConstantTime(entry.handle, handle) && entry.userId == userId)
                found = &entry;
        }
        return found ? &found->value : nullptr;
    }

    /// The same, and removes the value.
    std::optional<T> take(qint64 userId, QByteArrayView handle)
    {
        T *found = find(userId, handle);
        if (!found)
            return std::nullopt;
        std::optional<T> value(std::move(*found));
        m_entries.remove_if([found](const Entry &entry) { return &entry.value == found; });
        return value;
    }

    std::chrono::milliseconds life() const { return m_life; }

private:
    struct Entry {
        QByteArray handle;
        qint64 userId = 0;
        std::chrono::milliseconds endsAt{ 0 };
        T value;
    };

    void removeOld()
    {
        const std::chrono::milliseconds now = m_now();
        m_entries.remove_if([now](const Entry &entry) { return entry.endsAt <= now; });
    }

    const std::chrono::milliseconds m_life;
    const size_t m_mostOfAUser;
    const MonotonicClock m_now;
    std::list<Entry> m_entries; ///< oldest first
};

} // namespace OAuth
