// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QString>

#include <optional>

namespace Discover {

/** A name server that is used instead of those of the system. */
struct Nameserver {
    QHostAddress address;
    quint16 port = 53;

    bool operator==(const Nameserver &) const = default;
};

/// `192.0.2.53` or `192.0.2.53:5353`; nothing for everything else. Only IPv4, because libresolv has
/// no interface for IPv6.
std::optional<Nameserver> nameserverFromText(const QString &text);

} // namespace Discover
