// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/nameserver.h"

namespace Discover {

std::optional<Nameserver> nameserverFromText(const QString &text)
{
    Nameserver server;
    const QString address = text.section(u':', 0, 0);
    const bool isWhole = address.count(u'.') == 3 && server.address.setAddress(address)
        && server.address.protocol() == QAbstractSocket::IPv4Protocol;
    if (!isWhole)
        return std::nullopt;
    if (text.contains(u':')) {
        bool isNumber = false;
        server.port = text.section(u':', 1).toUShort(&isNumber);
        if (!isNumber || server.port == 0)
            return std::nullopt;
    }
    return server;
}

} // namespace Discover
