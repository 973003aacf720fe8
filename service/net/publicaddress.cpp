// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/publicaddress.h"

#include <algorithm>
#include <array>

namespace Net {

namespace {

struct Block4 {
    quint32 address;
    int bits;
    AddressClass kind;
};

constexpr quint32 ip4(quint32 a, quint32 b, quint32 c, quint32 d)
{
    return a << 24 | b << 16 | c << 8 | d;
}

// RFC 6890 and the IANA special purpose registry; the first match counts.
constexpr std::array<Block4, 16> blocks4 = { {
    { ip4(0, 0, 0, 0), 8, AddressClass::Reserved },
    { ip4(127, 0, 0, 0), 8, AddressClass::Loopback },
    { ip4(10, 0, 0, 0), 8, AddressClass::Private },
    { ip4(172, 16, 0, 0), 12, AddressClass::Private },
    { ip4(192, 168, 0, 0), 16, AddressClass::Private },
    { ip4(100, 64, 0, 0), 10, AddressClass::Private },
    { ip4(169, 254, 0, 0), 16, AddressClass::LinkLocal },
    { ip4(192, 0, 0, 0), 24, AddressClass::Reserved },
    { ip4(192, 0, 2, 0), 24, AddressClass::Reserved },
    { ip4(192, 88, 99, 0), 24, AddressClass::Reserved },
    { ip4(198, 18, 0, 0), 15, AddressClass::Reserved },
    { ip4(198, 51, 100, 0), 24, AddressClass::Reserved },
    { ip4(203, 0, 113, 0), 24, AddressClass::Reserved },
    { ip4(168, 63, 129, 16), 32, AddressClass::LinkLocal }, // Azure's metadata and DNS
    { ip4(224, 0, 0, 0), 4, AddressClass::Reserved },
    { ip4(240, 0, 0, 0), 4, AddressClass::Reserved },
} };

AddressClass class4(quint32 address)
{
    for (const Block4 &block : blocks4) {
        if ((address ^ block.address) >> (32 - block.bits) == 0)
            return block.kind;
    }
    return AddressClass::Public;
}

quint32 embedded4(const Q_IPV6ADDR &ip, int at)
{
    return ip4(ip[at], ip[at + 1], ip[at + 2], ip[at + 3]);
}

bool startsWith(const Q_IPV6ADDR &ip, std::initializer_list<quint8> bytes)
{
    return std::equal(bytes.begin(), bytes.end(), std::begin(ip.c));
}

AddressClass class6(const Q_IPV6ADDR &ip)
{
    const auto zeros = std::find_if(std::begin(ip.c), std::end(ip.c), [](quint8 b) { return b; })
        - std::begin(ip.c);
    if (zeros == 16)
        return AddressClass::Reserved;
    if (zeros == 15 && ip[15] == 1)
        return AddressClass::Loopback;
    if (zeros >= 12 || (zeros == 10 && ip[10] == 0xff && ip[11] == 0xff)) // ::a.b.c.d, ::ffff:
        return class4(embedded4(ip, 12));
    if (startsWith(ip, { 0, 0x64, 0xff, 0x9b })) // NAT64, RFC 6052
        return class4(embedded4(ip, 12));
    if (startsWith(ip, { 0x20, 0x02 })) // 6to4
        return class4(embedded4(ip, 2));
    if (startsWith(ip, { 0x20, 0x01, 0x00, 0x00 })) // Teredo hides any address
        return AddressClass::Reserved;
    if (startsWith(ip, { 0x20, 0x01, 0x0d, 0xb8 }) || ip[0] == 0xff)
        return AddressClass::Reserved;
    if (ip[0] == 0xfe && (ip[1] & 0xc0) == 0x80)
        return AddressClass::LinkLocal;
    if (startsWith(ip, { 0xfd, 0x00, 0x0e, 0xc2 })) // EC2's metadata, fd00:ec2::254
        return AddressClass::LinkLocal;
    if ((ip[0] & 0xfe) == 0xfc || (ip[0] == 0xfe && (ip[1] & 0xc0) == 0xc0))
        return AddressClass::Private;
    return AddressClass::Public;
}

} // namespace

AddressClass addressClass(const QHostAddress &address)
{
    if (address.protocol() == QAbstractSocket::IPv4Protocol)
        return class4(address.toIPv4Address());
    if (address.protocol() == QAbstractSocket::IPv6Protocol)
        return class6(address.toIPv6Address());
    return AddressClass::Reserved;
}

namespace {

// Beside what addressClass() knows: anycast of RFC 7534 and 7535, and AMT of RFC 7450.
constexpr std::array<Block4, 3> services4 = { {
    { ip4(192, 31, 196, 0), 24, AddressClass::Reserved },
    { ip4(192, 52, 193, 0), 24, AddressClass::Reserved },
    { ip4(192, 175, 48, 0), 24, AddressClass::Reserved },
} };

bool isCallable4(quint32 address)
{
    return class4(address) == AddressClass::Public
        && std::ranges::none_of(services4, [address](const Block4 &block) {
               return (address ^ block.address) >> (32 - block.bits) == 0;
           });
}

bool isCallable6(const Q_IPV6ADDR &ip)
{
    if (startsWith(ip, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff })        // mapped
        || startsWith(ip, { 0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0 })) // NAT64, RFC 6052
        return isCallable4(embedded4(ip, 12));
    const bool isGlobalUnicast = (ip[0] & 0xe0) == 0x20;                           // 2000::/3
    const bool isProtocol = startsWith(ip, { 0x20, 0x01 }) && (ip[2] & 0xfe) == 0; // /23
    const bool isExample = startsWith(ip, { 0x20, 0x01, 0x0d, 0xb8 })              // /32
        || (startsWith(ip, { 0x3f, 0xff }) && (ip[2] & 0xf0) == 0);                // /20
    const bool is6to4 = startsWith(ip, { 0x20, 0x02 });                            // /16
    const bool isAnycast = startsWith(ip, { 0x26, 0x20, 0, 0x4f, 0x80, 0 });       // /48
    return isGlobalUnicast && !isProtocol && !isExample && !is6to4 && !isAnycast;
}

} // namespace

bool mayBeCalled(const QHostAddress &address, const Networks &opened)
{
    if (opened.contains(address))
        return true;
    if (address.protocol() == QAbstractSocket::IPv4Protocol)
        return isCallable4(address.toIPv4Address());
    return address.protocol() == QAbstractSocket::IPv6Protocol
        && isCallable6(address.toIPv6Address());
}

bool isMailServerAllowed(const QHostAddress &address, bool allowPrivate)
{
    switch (addressClass(address)) {
    case AddressClass::Public:
        return true;
    case AddressClass::Loopback:
    case AddressClass::Private:
        return allowPrivate;
    case AddressClass::LinkLocal:
    case AddressClass::Reserved:
        break;
    }
    return false;
}

} // namespace Net
