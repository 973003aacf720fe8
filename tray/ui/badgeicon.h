// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/settings.h"

#include <QIcon>

namespace Ui {

/** The state that the icon in the panel shows. */
struct IconLook {
    bool isOnline = false; ///< false: the icon is grey
    qint64 unread = 0;
    bool isQuiet = false;     ///< the number is grey instead of red; without one, a pause sign
    bool needsPerson = false; ///< a yellow mark
    Session::Preferences::IconStyle style = Session::Preferences::IconStyle::Colour;

    bool operator==(const IconLook &) const = default;
};

/// Empty, `7` or `99+`: a panel has room for three characters.
QString badgeText(qint64 unread);

/// In every size that panels ask for, drawn for that size, not scaled.
QIcon badgeIcon(const IconLook &look);
QPixmap badgePixmap(const IconLook &look, int pixels);

} // namespace Ui
