// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QString>

class QWidget;

/** Data for screen readers that Qt's widgets do not provide themselves. */
namespace Spoken {

/// Sets the role of a widget whose class has no suitable one. To be called before the widget has a text or
/// title, because Qt then creates its accessibility object, and keeps it.
void setRole(QWidget *widget, QAccessible::Role role);

/// The text without the direction isolates around names, because some screen readers read them out.
QString plain(QString text);

} // namespace Spoken
