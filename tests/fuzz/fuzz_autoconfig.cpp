// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/autoconfig.h"
#include "discover/hostname.h"
#include "fuzztarget.h"

#include <QHostAddress>

using namespace Qt::StringLiterals;

namespace {

void check(const std::optional<Discover::Server> &server)
{
    if (!server)
        return;
    const bool isHost =
        Discover::hostName(server->host) == server->host || !QHostAddress(server->host).isNull();
    if (!isHost || server->port == 0 || server->username.isEmpty())
        __builtin_trap();
}

} // namespace

/// The configuration file of an unknown domain. Only a host, a port and a login are taken from it.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray xml(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto file = Discover::readConfigFile(xml);
    if (!file)
        return 0;
    const auto settings =
        Discover::chooseServers(*file, { u"nina@example.org"_s, u"nina"_s, u"example.org"_s });
    if (!settings)
        return 0;
    if (!settings->imap || settings->provider.size() > 200)
        __builtin_trap();
    check(settings->imap);
    check(settings->smtp);
    return 0;
}
