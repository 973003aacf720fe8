// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/networks.h"

#include <QHostAddress>

namespace Net {

/** What an address is for. IPv4 inside IPv6 (mapped, 6to4, NAT64, SIIT) counts as the IPv4 address. */
enum class AddressClass {
    Public,    ///< anything else
    Loopback,  ///< 127/8, ::1
    Private,   ///< RFC 1918, RFC 6598 (carrier NAT), fc00::/7, fec0::/10
    LinkLocal, ///< 169.254/16, fe80::/10, and wherever else clouds answer with metadata
    Reserved,  ///< unspecified, documentation, benchmark, multicast, broadcast, future use
};

/// QHostAddress::isGlobal() of Qt 6.4 calls private networks global; this does not.
AddressClass addressClass(const QHostAddress &address);

/// For mail servers: loopback and private addresses only if `allowPrivate`; addresses of metadata never.
bool isMailServerAllowed(const QHostAddress &address, bool allowPrivate);

/// The same for a host whose name a proxy looks up: an address, however it is written, is judged as
/// such; a name must not be one that clouds give to their metadata, nor end in a number, which is another way
/// to write an address. Other names are resolved only by the proxy. `host` in the form that the
/// proxy gets.
bool mayProxyReach(const QString &host, bool allowPrivate);

/**
 * Whether a call that a user asked for (a webhook, a browser's push service) may go there: public
 * addresses, and what the administrator opened. For IPv6, public means the global unicast block
 * without blocks that have another use or that contain an IPv4 address; mapped and NAT64 addresses
 * count as their IPv4 address.
 */
bool mayBeCalled(const QHostAddress &address, const Networks &opened = {});

} // namespace Net
