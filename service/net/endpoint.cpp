// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/endpoint.h"

#include <array>

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

} // namespace Net
