// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/clientaddress.h"

#include "http/head.h"

#include <algorithm>

namespace Http {

QHostAddress clientAddress(const QHostAddress &peer, const Head &head,
                           const QList<QPair<QHostAddress, int>> &trustedProxies)
{
    const auto isTrusted = [&](const QHostAddress &address) {
        return std::ranges::any_of(trustedProxies, [&](const auto &network) {
            return address.isInSubnet(network.first, network.second);
        });
    };
    QHostAddress client = peer;
    if (trustedProxies.isEmpty() || !isTrusted(client))
        return client;
    auto hops = head.field("x-forwarded-for").split(',');
    while (!hops.isEmpty() && isTrusted(client)) {
        const QHostAddress hop(QString::fromLatin1(hops.takeLast().trimmed()));
        if (hop.isNull())
            break;
        client = hop;
    }
    return client;
}

} // namespace Http
