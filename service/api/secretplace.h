// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "net/endpoint.h"
#include "store/mail/accounts.h"

#include <QList>

#include <optional>

namespace Api {

/** Where a secret is sent, and how it is protected on the way. */
struct SecretPlace {
    QString host; ///< lower case
    quint16 port = 0;
    Net::Security way = Net::Security::Tls; ///< never Auto
    QByteArray tlsPin;                      ///< SHA-256 of the server's key; empty: none
    QString proxyUrl;                       ///< without its login; empty: none
    bool showsSecret = false;               ///< in plain text, with a mechanism named for that

    friend bool operator==(const SecretPlace &, const SecretPlace &) = default;
};

/**
 * Whether a secret that was entered for `from` may be sent to `to`: the same host through the same
 * proxy, with the same pinned key or none (then the authorities decide), protected as well or better.
 * Where TLS proves the identity of the server, the port may change. In plain text the port may not
 * change, and the mechanism may not be set to one that shows the secret. The user name does not
 * count: it goes to the same server.
 */
bool mayFollow(const SecretPlace &from, const SecretPlace &to);

/** Where the secrets of an account are sent. */
struct SecretPlaces {
    SecretPlace imap;
    std::optional<SecretPlace> smtp; ///< nothing: no SMTP server is given or known
    bool hasSmtpPassword = false;    ///< false: the IMAP password goes to the SMTP server too
};

/// With the SMTP server that is derived where none is given, see Outbox::smtpEndpoint().
SecretPlaces placesOf(const Store::Account &account, bool hasSmtpPassword);

/** Which secrets of an account were entered earlier and would be used again. */
struct ReusedSecrets {
    bool password = false; ///< of IMAP, or the sign-in
    bool smtpPassword = false;
    bool proxyLogin = false;
    bool isSignIn = false; ///< `password` is an OAuth sign-in

    bool any() const { return password || smtpPassword || proxyLogin; }
};

/// The fields of secrets that were entered for `from` and must be entered again for `to`, each once.
QList<ApiErrorDetail> secretsToEnter(const SecretPlaces &from, const SecretPlaces &to,
                                     const ReusedSecrets &reused);

/// Whether two addresses of webhooks are of one receiver: same scheme, host and port.
bool isSameReceiver(const QString &from, const QString &to);

/// The reason of a detail; `what` is the password, the value of a header and such.
QString enterAgain(const QString &what);

} // namespace Api
