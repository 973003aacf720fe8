// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>

namespace Store {

constexpr int mailIdBits = 30; ///< ids stay below 2^30
constexpr qint64 maxMailId = (qint64(1) << mailIdBits) - 1;
constexpr qint64 maxSortSeconds = (qint64(1) << 33) - 1; ///< year 2242

/// Seconds as they are stored and sorted.
constexpr qint64 clampSeconds(qint64 seconds)
{
    return std::clamp<qint64>(seconds, 0, maxSortSeconds);
}

/// A total order of mails in one number: time first, then id. With id 0 the lowest of its second.
constexpr qint64 sortKey(qint64 seconds, qint64 id)
{
    return clampSeconds(seconds) << mailIdBits | id;
}

/// The id of the mail with this key.
constexpr qint64 mailIdOf(qint64 key)
{
    return key & maxMailId;
}

/// The seconds in it.
constexpr qint64 secondsOf(qint64 key)
{
    return key >> mailIdBits;
}

} // namespace Store
