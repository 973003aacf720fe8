// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QString>

class QWidget;

/** What screen readers get beside what Qt's widgets say themselves. */
namespace Spoken {

/// What the widget is for a screen reader, where its class does not say it: to be called before
/// it has a text or a title, with which Qt makes and keeps what it tells of it.
void setRole(QWidget *widget, QAccessible::Role role);

/// Without the marks around names that turn no direction here: some voices read them out.
QString plain(QString text);

} // namespace Spoken
