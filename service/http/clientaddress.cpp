// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/clientaddress.h"

#include <algorithm>

namespace Http {

QHostAddress clientAddress(const QHostAddress &peer, const Head &head,
                           const QList<QPair<QHostAddress, int>> &trustedProxies,
                           ForwardedHeader header)
{
    const auto isTrusted = [&](const QHostAddress &address) {
        return std::ranges::any_of(trustedProxies, [&](const auto &network) {
            return address.isInSubnet(network.first, network.second);
        });
    };
    QHostAddress client = peer;
    if (!isTrusted(client))
        return client;
    ForwardedHops hops(head, header);
    while (isTrusted(client)) {
        const QHostAddress hop = hops.next();
        if (hop.isNull())
            break;
        client = hop;
    }
    return client;
}

} // namespace Http
