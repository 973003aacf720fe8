// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QTime>

#include <optional>

namespace Policy {

/**
 * The times when notices are held back: every day between two times, and during a pause that a person
 * has started. Pure: the local time is an argument.
 */
struct QuietHours {
    bool isDaily = false;
    QTime from{ 22, 0 };
    QTime to{ 7, 0 };    ///< if earlier than `from`: on the next day
    qint64 pausedAt = 0; ///< seconds since 1970, 0: not paused
    qint64 pausedUntil = 0;

    bool isPaused(const QDateTime &now) const;
    bool isQuiet(const QDateTime &now) const;
    /// The end of the present quiet time; nothing: it is not quiet.
    std::optional<QDateTime> end(const QDateTime &now) const;

    void pause(const QDateTime &now, const QDateTime &until);
    void resume() { pausedAt = pausedUntil = 0; }

    bool operator==(const QuietHours &) const = default;

private:
    bool isHour(QTime time) const;
};

} // namespace Policy
