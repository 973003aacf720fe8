// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/event.h"

#include <QByteArrayList>
#include <QList>

namespace Nodes {

/// Transient events as texts for Store::notifyNodes(), as many in one as fit. PostgreSQL wakes every node for each
/// notice. An event that does not fit is left out.
QByteArrayList noticesOf(const QList<Store::Event> &events);

/// The events of such a text, in their order; what cannot be read is left out.
QList<Store::Event> eventsIn(const QByteArray &notice);

} // namespace Nodes
