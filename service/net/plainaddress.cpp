// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/plainaddress.h"

#include <algorithm>

namespace Net {

QHostAddress plainAddress(const QHostAddress &address)
{
    bool isIpv4 = false;
    const quint32 ipv4 = address.toIPv4Address(&isIpv4);
    return isIpv4 ? QHostAddress(ipv4) : address;
}

QHostAddress countedAddress(const QHostAddress &address)
{
    const QHostAddress plain = plainAddress(address);
    if (plain.protocol() != QAbstractSocket::IPv6Protocol)
        return plain;
    Q_IPV6ADDR network = plain.toIPv6Address();
    std::fill(std::begin(network.c) + 8, std::end(network.c), quint8(0));
    return QHostAddress(network); // without the zone of a link-local address
}

} // namespace Net
