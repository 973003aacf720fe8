// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QList>
#include <QPair>

namespace Http {

struct Head;

/// Who asks: the peer of the connection, or where that is a trusted proxy, the last address of
/// X-Forwarded-For that is none.
QHostAddress clientAddress(const QHostAddress &peer, const Head &head,
                           const QList<QPair<QHostAddress, int>> &trustedProxies);

} // namespace Http
