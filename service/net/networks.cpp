// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/networks.h"

#include "net/plainaddress.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Net {

Result<Networks> Networks::parse(const QStringList &blocks)
{
    Networks networks;
    for (const QString &block : blocks) {
        const QString text = block.section(u'/', 0, 0);
        QHostAddress address;
        const bool isWhole = text.contains(u':') || text.count(u'.') == 3;
        if (!isWhole || text.contains(u'%') || !address.setAddress(text))
            return Error{ Error::Code::BadRequest, u"%1 is not an address"_s.arg(block) };
        const int most = address.protocol() == QAbstractSocket::IPv4Protocol ? 32 : 128;
        bool isNumber = true;
        const int bits = block.contains(u'/') ? block.section(u'/', 1).toInt(&isNumber) : most;
        if (!isNumber || bits < 0 || bits > most)
            return Error{ Error::Code::BadRequest, u"%1 is not a block of addresses"_s.arg(block) };
        networks.m_blocks.append({ address, bits });
    }
    return networks;
}

bool Networks::contains(const QHostAddress &address) const
{
    const QHostAddress asked = plainAddress(address);
    return std::ranges::any_of(m_blocks, [&asked](const auto &block) {
        return block.first.protocol() == asked.protocol()
            && asked.isInSubnet(block.first, block.second);
    });
}

} // namespace Net
