// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QHostAddress>
#include <QList>
#include <QStringList>

#include <utility>

namespace Net {

/** Blocks of addresses that an administrator opens for outgoing calls, e.g. `192.168.1.0/24`. */
class Networks
{
public:
    /// Whole addresses, each with `/bits` or alone. BadRequest names the first that is not one.
    static Result<Networks> parse(const QStringList &blocks);

    /// IPv4 inside IPv6 (mapped) counts as the IPv4 address.
    bool contains(const QHostAddress &address) const;

    friend bool operator==(const Networks &, const Networks &) = default;

private:
    QList<std::pair<QHostAddress, int>> m_blocks;
};

} // namespace Net
