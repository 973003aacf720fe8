// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/settings.h"

#include <QIcon>

namespace Ui {

/** What the icon in the panel says. */
struct IconLook {
    bool isOnline = false; ///< else it is grey
    qint64 unread = 0;
    bool isQuiet = false;     ///< the number is there, and does not shout; without one a pause
    bool needsPerson = false; ///< a yellow mark
    Session::Preferences::IconStyle style = Session::Preferences::IconStyle::Colour;

    bool operator==(const IconLook &) const = default;
};

/// ``, `7`, `99+`: three characters are what a panel has room for.
QString badgeText(qint64 unread);

/// In every size that panels ask for, drawn for that size, not scaled.
QIcon badgeIcon(const IconLook &look);
QPixmap badgePixmap(const IconLook &look, int pixels);

} // namespace Ui
