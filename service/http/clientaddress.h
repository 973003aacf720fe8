// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/forwarded.h"

#include <QPair>

namespace Http {

/**
 * Who asks: the peer of the connection, or where that is a trusted proxy, the last address of the
 * forwarding header that is not a trusted proxy's. An entry that is no address ends the search at
 * the proxy that wrote it.
 */
QHostAddress clientAddress(const QHostAddress &peer, const Head &head,
                           const QList<QPair<QHostAddress, int>> &trustedProxies,
                           ForwardedHeader header = ForwardedHeader::Auto);

} // namespace Http
