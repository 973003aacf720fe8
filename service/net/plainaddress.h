// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>

namespace Net {

/// 192.0.2.1 for ::ffff:192.0.2.1 (RFC 4291 2.5.5.2); every other address as it is.
QHostAddress plainAddress(const QHostAddress &address);

/**
 * What an address counts as where clients are counted: an IPv4 address whole, mapped ones too; of an
 * IPv6 address the /64, since a customer has at least one and can take any address in it.
 */
QHostAddress countedAddress(const QHostAddress &address);

} // namespace Net
