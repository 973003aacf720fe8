// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/hostcheck.h"

#include <algorithm>

namespace Http {

namespace {

/// Removes the port of `name:port` if it is valid; the brackets of an IPv6 address stay.
QByteArrayView withoutPort(QByteArrayView host)
{
    const qsizetype colon = host.lastIndexOf(':');
    if (colon < 0 || host.endsWith(']'))
        return host;
    const auto port = host.sliced(colon + 1);
    const bool isPort =
        port.size() <= 5 && std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
    return isPort ? host.first(colon) : host;
}

} // namespace

HostCheck::HostCheck(const QStringList &allowed) : m_names{ "localhost", "127.0.0.1", "[::1]" }
{
    for (const QString &name : allowed)
        m_names.insert(name.toLower().toUtf8());
}

bool HostCheck::isAllowed(QByteArrayView host) const
{
    return m_names.contains(withoutPort(host).toByteArray().toLower());
}

} // namespace Http
