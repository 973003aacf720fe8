// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/configfile.h"
#include "discover/settings.h"

#include <QUrl>

namespace Discover {

/// The URLs of a domain's own configuration file; https only. autoconfigUrl() contains the e-mail
/// address.
QUrl autoconfigUrl(const EmailAddress &address);
QUrl wellKnownUrl(const EmailAddress &address);

/**
 * Chooses the servers: the first server with TLS. A server without TLS is used only if there is no other,
 * with a warning.
 * Placeholders are filled in; hosts become ASCII. Protocol: no IMAP server that we could log in to.
 */
Result<Settings> chooseServers(const ConfigFile &file, const EmailAddress &address);

} // namespace Discover
