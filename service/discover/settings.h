// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/emailaddress.h"
#include "net/endpoint.h"
#include "providers/provider.h"

#include <QByteArrayList>
#include <QList>

#include <optional>

namespace Discover {

/** The source of settings, in the order of trust: an earlier source is preferred to a later one. */
enum class Source { Providers, Autoconfig, WellKnown, Srv, Mx, Guess };

/// As on the wire: `providers`, `wellKnown`.
QByteArray sourceName(Source source);

/** A mail server and its user name. */
struct Server {
    QString host;
    quint16 port = 0;
    Net::Security security = Net::Security::Auto;
    QString username;

    bool operator==(const Server &) const = default;
};

/** A warning that the user sees before entering the password. */
enum class Warning {
    PlainText,   ///< a server is offered without TLS only
    OtherDomain, ///< unsigned DNS names a server outside of the domain
};

QByteArray warningName(Warning warning);
QString warningText(Warning warning);

/** The settings of a mailbox from one source. */
struct Settings {
    QString provider; ///< for people; empty: unknown
    std::optional<Server> imap;
    std::optional<Server> smtp;
    QByteArrayList authentication; ///< `oauth2`, `appPassword`, `password`; none: unknown
    QString oauthName;             ///< of the sign-in that the provider has; empty: none is known
    QString helpUrl;               ///< about the password for programs; empty: unknown
    QString note;                  ///< other requirements of the provider; empty: none
    QList<Warning> warnings;
    QString message; ///< for people, where it was found

    bool operator==(const Settings &) const = default;
};

/// The settings of a known provider; the caller sets `message`.
Settings settingsOf(const Providers::Provider &provider, const EmailAddress &address);

} // namespace Discover
