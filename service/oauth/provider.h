// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QUrl>
#include <QUrlQuery>

namespace OAuth {

/** A sign-in provider, with the client registration that the operator made there. */
struct Provider {
    QString name;  ///< of its section in the configuration, `google`
    QString label; ///< for people, `Google`
    QString clientId;
    QString clientSecret; ///< empty: a public client
    QUrl authorizationUrl;
    QUrl tokenUrl;
    QUrl deviceUrl;       ///< empty: it has no device flow
    QString scopes;       ///< separated by spaces
    QUrlQuery parameters; ///< added to the authorization URL
    QStringList domains;  ///< e-mail domains whose mailboxes sign in there

    friend bool operator==(const Provider &, const Provider &) = default;
};

using Providers = QMap<QString, Provider>; ///< by name

/// The name of the provider for mailboxes of this domain: the one whose `domains` contain it, else `known`
/// (from the catalogue of mail providers) if that is configured. Empty: none.
QString providerFor(const Providers &providers, const QString &domain, const QString &known);

/** The keys of one section `[oauth.NAME]` as they were written. */
using ProviderSettings = QMap<QString, QString>;

/// The keys that a section may contain; also used in messages.
QStringList providerKeys();

/// 1 to 32 lower case letters, digits, `-` and `_`.
bool isProviderName(const QString &name);

/// Reads a section. For Google and Microsoft everything except the client has a default. BadRequest: which
/// key is wrong, and why.
Result<Provider> readProvider(const QString &name, const ProviderSettings &settings);

/// Whether `host` is this machine, for which TLS is not required.
bool isLoopbackHost(const QString &host);

} // namespace OAuth
