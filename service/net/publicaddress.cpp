// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/publicaddress.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

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
constexpr std::array<Block4, 18> blocks4 = { {
    { ip4(0, 0, 0, 0), 8, AddressClass::Reserved },
    { ip4(127, 0, 0, 0), 8, AddressClass::Loopback },
    { ip4(10, 0, 0, 0), 8, AddressClass::Private },
    { ip4(172, 16, 0, 0), 12, AddressClass::Private },
    { ip4(192, 168, 0, 0), 16, AddressClass::Private },
    { ip4(100, 100, 100, 200), 32, AddressClass::LinkLocal }, // Alibaba Cloud's metadata
    { ip4(100, 64, 0, 0), 10, AddressClass::Private },
    { ip4(169, 254, 0, 0), 16, AddressClass::LinkLocal },
    { ip4(192, 0, 0, 192), 32, AddressClass::LinkLocal }, // Oracle Cloud's metadata, classic
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

// Networks inside fc00::/7 in which clouds serve metadata; each /32 belongs to that cloud.
constexpr std::array<std::array<quint8, 4>, 4> metadata6 = { {
    { 0xfd, 0x00, 0x0e, 0xc2 }, // Amazon, fd00:ec2::254
    { 0xfd, 0x20, 0x00, 0xce }, // Google, fd20:ce::254
    { 0xfd, 0x00, 0x00, 0xc1 }, // Oracle, fd00:c1::a9fe:a9fe
    { 0xfd, 0x00, 0x00, 0x42 }, // Scaleway, fd00:42::42
} };

bool isMetadata6(const Q_IPV6ADDR &ip)
{
    return std::ranges::any_of(metadata6, [&ip](const auto &bytes) {
        return std::equal(bytes.begin(), bytes.end(), std::begin(ip.c));
    });
}

/// 64:ff9b:1::/48 (RFC 8215): the operator of the translator chose one of four places for the IPv4
/// address (RFC 6052 2.2). All four are checked, and the most restricted class counts.
AddressClass localNat64Class(const Q_IPV6ADDR &ip)
{
    const std::array<quint32, 4> places = { ip4(ip[6], ip[7], ip[9], ip[10]),
                                            ip4(ip[7], ip[9], ip[10], ip[11]),
                                            ip4(ip[9], ip[10], ip[11], ip[12]), embedded4(ip, 12) };
    const auto isAnywhere = [&places](AddressClass kind) {
        return std::ranges::any_of(places,
                                   [kind](quint32 address) { return class4(address) == kind; });
    };
    for (const AddressClass kind :
         { AddressClass::LinkLocal, AddressClass::Loopback, AddressClass::Private }) {
        if (isAnywhere(kind))
            return kind;
    }
    return AddressClass::Public;
}

AddressClass class6(const Q_IPV6ADDR &ip)
{
    const auto zeros = std::find_if(std::begin(ip.c), std::end(ip.c), [](quint8 b) { return b; })
        - std::begin(ip.c);
    if (zeros == 16)
        return AddressClass::Reserved;
    if (zeros == 15 && ip[15] == 1)
        return AddressClass::Loopback;
    const bool isMapped = zeros == 10 && ip[10] == 0xff && ip[11] == 0xff;
    const bool isTranslated = // RFC 2765, ::ffff:0:a.b.c.d
        zeros == 8 && ip[8] == 0xff && ip[9] == 0xff && ip[10] == 0 && ip[11] == 0;
    if (zeros >= 12 || isMapped || isTranslated) // ::a.b.c.d
        return class4(embedded4(ip, 12));
    if (startsWith(ip, { 0, 0x64, 0xff, 0x9b, 0, 1 }))
        return localNat64Class(ip);
    if (startsWith(ip, { 0, 0x64, 0xff, 0x9b })) // NAT64, RFC 6052
        return class4(embedded4(ip, 12));
    if (startsWith(ip, { 0x20, 0x02 })) // 6to4
        return class4(embedded4(ip, 2));
    if (startsWith(ip, { 0x20, 0x01, 0x00, 0x00 })) // Teredo can contain any IPv4 address
        return AddressClass::Reserved;
    if (startsWith(ip, { 0x20, 0x01, 0x0d, 0xb8 }) || ip[0] == 0xff)
        return AddressClass::Reserved;
    if (ip[0] == 0xfe && (ip[1] & 0xc0) == 0x80)
        return AddressClass::LinkLocal;
    if (isMetadata6(ip))
        return AddressClass::LinkLocal;
    const bool isIsatap = (ip[8] & 0xfd) == 0 && ip[9] == 0 && ip[10] == 0x5e && ip[11] == 0xfe;
    if (isIsatap && class4(embedded4(ip, 12)) == AddressClass::LinkLocal) // RFC 5214
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

// In addition to addressClass(): anycast of RFC 7534 and 7535, and AMT of RFC 7450.
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

namespace {

// Names that a cloud's own resolvers resolve to its metadata; short ones with search domains.
constexpr QLatin1StringView metadataNames[] = {
    "api.metadata.cloud.ibm.com"_L1, "instance-data"_L1,
    "instance-data.ec2.internal"_L1, "metadata"_L1,
    "metadata.azure.com"_L1,         "metadata.azure.internal"_L1,
    "metadata.equinix.com"_L1,       "metadata.goog"_L1,
    "metadata.google.internal"_L1,   "metadata.oraclecloud.com"_L1,
    "metadata.packet.net"_L1,        "metadata.platformequinix.com"_L1,
    "metadata.tencentyun.com"_L1,    "rancher-metadata"_L1,
};

bool isMetadataName(const QString &name)
{
    // Names with a region or project, such as `instance-data.eu-west-1.compute.internal`.
    const bool isInternal = name.endsWith(".internal"_L1)
        && (name.startsWith("metadata."_L1) || name.startsWith("instance-data."_L1));
    return isInternal || std::ranges::find(metadataNames, name) != std::end(metadataNames);
}

/// Host names do not end in a number, but resolvers read 0xa9fea9fe, 2852039166 and 0251.0376.0xa9fe as
/// addresses.
bool endsInNumber(const QString &name)
{
    bool isDecimal = false;
    bool isHexadecimal = false;
    const QString last = name.section(u'.', -1);
    last.toULongLong(&isDecimal);
    last.mid(2).toULongLong(&isHexadecimal, 16);
    return isDecimal || (last.startsWith("0x"_L1) && (isHexadecimal || last.size() == 2));
}

} // namespace

bool mayProxyReach(const QString &host, bool allowPrivate)
{
    QString name = host.toLower();
    while (name.endsWith(u'.')) // the DNS root, which resolvers ignore
        name.chop(1);
    QHostAddress literal;
    if (literal.setAddress(name))
        return isMailServerAllowed(literal, allowPrivate);
    return !isMetadataName(name) && !endsInNumber(name);
}

} // namespace Net
