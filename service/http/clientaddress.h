// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/forwarded.h"

#include <QPair>

namespace Http {

/**
 * The address of the client: the peer of the connection. If the peer is a trusted proxy, it is the
 * last address in the forwarding header that does not belong to a trusted proxy. An entry that is
 * not an address ends the search at the proxy that wrote it.
 */
QHostAddress clientAddress(const QHostAddress &peer, const Head &head,
                           const QList<QPair<QHostAddress, int>> &trustedProxies,
                           ForwardedHeader header = ForwardedHeader::Auto);

} // namespace Http
