// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/configfile.h"
#include "discover/settings.h"

#include <QUrl>

namespace Discover {

/// Where a domain's own configuration file may be; https only. The first may be told the address.
QUrl autoconfigUrl(const EmailAddress &address);
QUrl wellKnownUrl(const EmailAddress &address);

/**
 * The servers to use: the first with TLS, and one without only where there is no other, with a warning.
 * Placeholders are filled in; hosts become ASCII. Protocol: no IMAP server that we could log in to.
 */
Result<Settings> chooseServers(const ConfigFile &file, const EmailAddress &address);

} // namespace Discover
