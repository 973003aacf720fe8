// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/mailserver.h"

#include <QJsonValue>
#include <QStringList>
#include <QUrl>

namespace Setup {

/** The data that the service found for an address: the answer of POST /accounts/discover. */
struct Findings {
    bool isFound = false; ///< an IMAP server was found
    QString source;       ///< providers, autoconfig, ..; empty: nothing was found
    QString provider;     ///< for people; empty: unknown
    MailServer imap;
    MailServer smtp;
    QStringList authentication; ///< oauth2, appPassword, password
    QString oauthProvider;      ///< for a sign-in with the browser; empty: none
    QUrl helpUrl;               ///< the provider's page about passwords for programs
    QString note;               ///< what else people have to do at the provider
    QStringList warnings;       ///< plain_text, other_domain

    bool wants(const QString &kind) const { return authentication.contains(kind); }
    bool operator==(const Findings &) const = default;
};

Findings findingsOf(const QJsonValue &data);

/// `Fastmail, encrypted, found in the provider's own file`.
QString foundText(const Findings &findings);

/// What people should know before they enter a password; empty: nothing.
QString cautionText(const Findings &findings);

/// Describes the search while it runs.
QString searchText(const QString &email);

/// Whether the text is an address that can be searched for.
bool isAddress(const QString &text);

} // namespace Setup
