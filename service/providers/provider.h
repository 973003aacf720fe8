// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/endpoint.h"

#include <QByteArrayList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Providers {

/** A mail server of a provider. */
struct Server {
    QString host;
    quint16 port = 0;
    Net::Security security = Net::Security::Auto;

    bool operator==(const Server &) const = default;
};

/** A mail provider, an entry of resources/providers/providers.json. */
struct Provider {
    QString name;               ///< for people
    QStringList domains;        ///< of its addresses, lower case
    QStringList mxSuffixes;     ///< ends of the names of its mail exchangers, for domains of others
    QStringList imapAliases;    ///< further names of its IMAP server
    std::optional<Server> imap; ///< nothing: it has none
    std::optional<Server> smtp;
    QByteArrayList auth;    ///< `oauth2`, `appPassword`, `password`, the usual one first
    QString oauthName;      ///< of its sign-in, as in the configuration; empty: none is known
    QString helpUrl;        ///< its page about the password for programs; empty: unknown
    QString note;           ///< a note for users; empty: none
    bool keepsSent = false; ///< the server itself stores sent mails in its Sent folder
};

} // namespace Providers
