// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Setup {

enum class Side { Imap, Smtp };

/** How a connection is protected; as in the service's `security`. */
enum class Security { Auto, Tls, StartTls, None };

/** A mail server and the user name for its login. */
struct MailServer {
    QString host; ///< empty: none
    int port = 0; ///< 0: not known yet
    Security security = Security::Auto;
    QString username;

    bool operator==(const MailServer &) const = default;
};

QString wireName(Security security);
Security securityFrom(const QString &wireName); ///< Auto for everything unknown
QString securityText(Security security);        ///< for people

/// The port that servers of that kind usually have.
int usualPort(Side side, Security security);

/// `imap.example.org, port 993, TLS`.
QString serverText(const MailServer &server);

} // namespace Setup
