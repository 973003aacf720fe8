// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/snoozes.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Policy {

namespace {

const QTime evening{ 18, 0 };
const QTime lateEvening{ 21, 0 };
const QTime morning{ 8, 0 };
constexpr int soon = 30 * 60; // seconds

} // namespace

std::optional<QDateTime> laterTime(Later when, const QDateTime &now)
{
    switch (when) {
    case Later::Hour:
        return now.addSecs(3600);
    case Later::Tonight:
        for (const QTime time : { evening, lateEvening }) {
            const QDateTime tonight(now.date(), time);
            if (now.secsTo(tonight) >= soon)
                return tonight;
        }
        return std::nullopt;
    case Later::Monday:
        return QDateTime(now.date().addDays(8 - now.date().dayOfWeek()), morning);
    }
    Q_UNREACHABLE();
}

Snoozes Snoozes::fromLines(const QStringList &lines)
{
    Snoozes all;
    for (const QString &line : lines) {
        const QStringList parts = line.trimmed().split(u' ');
        const qint64 mailId = parts.value(1).toLongLong();
        const qint64 dueAt = parts.value(2).toLongLong();
        if (parts.size() == 3 && mailId > 0 && dueAt > 0)
            all.add(parts.first(), mailId, dueAt);
    }
    return all;
}

QStringList Snoozes::lines() const
{
    QStringList lines;
    for (const Item &item : m_items)
        lines.append(u"%1 %2 %3"_s.arg(item.server).arg(item.mailId).arg(item.dueAt));
    return lines;
}

void Snoozes::add(const QString &server, qint64 mailId, qint64 dueAt)
{
    remove(server, { mailId });
    m_items.append({ server, mailId, dueAt });
    if (m_items.size() > most)
        m_items.removeFirst();
}

void Snoozes::remove(const QString &server, const QList<qint64> &mailIds)
{
    m_items.removeIf(
        [&](const Item &item) { return item.server == server && mailIds.contains(item.mailId); });
}

QList<qint64> Snoozes::takeDue(const QString &server, qint64 now)
{
    QList<qint64> due;
    m_items.removeIf([&](const Item &item) {
        const bool isDue = item.server == server && item.dueAt <= now;
        if (isDue)
            due.append(item.mailId);
        return isDue;
    });
    return due;
}

std::optional<qint64> Snoozes::next(const QString &server) const
{
    std::optional<qint64> next;
    for (const Item &item : m_items) {
        if (item.server == server)
            next = std::min(next.value_or(item.dueAt), item.dueAt);
    }
    return next;
}

} // namespace Policy
