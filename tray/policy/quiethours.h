// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QTime>

#include <optional>

namespace Policy {

/**
 * When notices are held back: every day from one time to another, and for a while when a person
 * says so. Pure: what it is told is the local time.
 */
struct QuietHours {
    bool isDaily = false;
    QTime from{ 22, 0 };
    QTime to{ 7, 0 };    ///< earlier than `from`: of the next day
    qint64 pausedAt = 0; ///< seconds since 1970, 0: not paused
    qint64 pausedUntil = 0;

    bool isPaused(const QDateTime &now) const;
    bool isQuiet(const QDateTime &now) const;
    /// When the quiet that is now ends; nothing while it is not quiet.
    std::optional<QDateTime> end(const QDateTime &now) const;

    void pause(const QDateTime &now, const QDateTime &until);
    void resume() { pausedAt = pausedUntil = 0; }

    bool operator==(const QuietHours &) const = default;

private:
    bool isHour(QTime time) const;
};

} // namespace Policy
