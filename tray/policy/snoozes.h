// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Policy {

/** The times that a person can choose for a notice to appear again. */
enum class Later { Hour, Tonight, Monday };

/// Hour: in one hour. Tonight: at 18:00, or at 21:00 if 18:00 is near or past; nothing: it is too late for
/// both. Monday: at 8:00 on the next Monday.
std::optional<QDateTime> laterTime(Later when, const QDateTime &now);

/**
 * Mails whose notices appear again. Holds only ids and times, so that a file of them contains no mail. Ids
 * belong to one service, which `server` names. Pure.
 */
class Snoozes
{
public:
    static constexpr qsizetype most = 200; ///< beyond it the oldest are dropped

    static Snoozes fromLines(const QStringList &lines); ///< skips invalid lines
    QStringList lines() const;                          ///< `local 17 1780000000`

    void add(const QString &server, qint64 mailId,
             qint64 dueAt); ///< in seconds; replaces an older time
    void remove(const QString &server, const QList<qint64> &mailIds);
    QList<qint64> takeDue(const QString &server, qint64 now);
    std::optional<qint64> next(const QString &server) const;

    bool operator==(const Snoozes &) const = default;

private:
    struct Item {
        QString server;
        qint64 mailId = 0;
        qint64 dueAt = 0;

        bool operator==(const Item &) const = default;
    };
    QList<Item> m_items;
};

} // namespace Policy
