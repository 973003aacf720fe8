// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Policy {

/** When a person may want to see a mail's notice again. */
enum class Later { Hour, Tonight, Monday };

/// An hour from now; 18:00, or 21:00 when that is near or past; eight on the next Monday. Nothing: it is
/// too late for tonight.
std::optional<QDateTime> laterTime(Later when, const QDateTime &now);

/**
 * Mails whose notices come again. Holds ids and times only, so that they may be kept in a file. Ids are
 * those of one service, named by `server`. Pure.
 */
class Snoozes
{
public:
    static constexpr qsizetype most = 200; ///< then the oldest go

    static Snoozes fromLines(const QStringList &lines); ///< others are left out
    QStringList lines() const;                          ///< `local 17 1780000000`

    void add(const QString &server, qint64 mailId,
             qint64 dueAt); ///< seconds; in place of an older one
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
