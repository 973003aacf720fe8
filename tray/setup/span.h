// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace Setup {

/** How far back mail is fetched: `syncMode` and `syncDays` of an account. */
struct Span {
    QString mode = QStringLiteral("all"); ///< all, recent, unread
    int days = 30;                        ///< used with recent

    bool isSame(const Span &other) const; ///< compares days with `recent` only
    bool operator==(const Span &) const = default;
};

/// The choices for people; `current` is always one of them.
QList<Span> spansFor(const Span &current);
QString spanText(const Span &span);

} // namespace Setup
