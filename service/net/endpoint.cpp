// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/endpoint.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

struct Name {
    Security security;
    const char *text;
};
constexpr std::array<Name, 4> names = { { { Security::Auto, "auto" },
                                          { Security::Tls, "tls" },
                                          { Security::StartTls, "starttls" },
                                          { Security::None, "none" } } };

QString hostName(const QString &host)
{
    const QString lower = host.toLower();
    return lower.endsWith(u'.') ? lower.chopped(1) : lower; // the same name, RFC 1034 3.1
}

} // namespace

QByteArray securityName(Security security)
{
    return names.at(std::size_t(security)).text;
}

std::optional<Security> securityFromName(QByteArrayView name)
{
    for (const Name &known : names) {
        if (name == known.text)
            return known.security;
    }
    return std::nullopt;
}

Security resolved(Security security, quint16 port)
{
    if (security != Security::Auto)
        return security;
    return port == 993 || port == 465 ? Security::Tls : Security::StartTls;
}

bool mayBeTls(Security security, quint16 port)
{
    constexpr std::array<quint16, 5> known = { 25, 143, 465, 587, 993 };
    return security == Security::Auto && std::ranges::find(known, port) == known.end();
}

QString routeName(const Endpoint &endpoint)
{
    const Security security = resolved(endpoint.security, endpoint.port);
    const QString server =
        u"%1 %2 %3"_s.arg(hostName(endpoint.host), QString::number(endpoint.port),
                          QString::fromLatin1(securityName(security)));
    if (!endpoint.proxy.isSet())
        return server;
    return u"%1 via %2 %3"_s.arg(server, hostName(endpoint.proxy.host),
                                 QString::number(endpoint.proxy.port));
}

} // namespace Net
