// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QHostAddress>
#include <QList>
#include <QStringList>

#include <utility>

namespace Net {

/** Address blocks that the administrator allows for outgoing calls, e.g. `192.168.1.0/24`. */
class Networks
{
public:
    /// Each block is a complete IPv4 or IPv6 address, with or without `/bits`. BadRequest: a block is
    /// invalid; the message contains the first one.
    static Result<Networks> parse(const QStringList &blocks);

    /// An IPv4-mapped IPv6 address is treated as the IPv4 address.
    bool contains(const QHostAddress &address) const;

    friend bool operator==(const Networks &, const Networks &) = default;

private:
    QList<std::pair<QHostAddress, int>> m_blocks;
};

} // namespace Net
