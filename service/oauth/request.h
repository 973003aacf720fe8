// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"
#include "oauth/provider.h"

#include <QList>

#include <utility>

namespace OAuth {

/** One attempt of a user to sign in with a browser. */
struct SignIn {
    QString provider;
    QByteArray verifier; ///< secret, RFC 7636
    QString redirectUri;

    friend bool operator==(const SignIn &, const SignIn &) = default;
};

/// The URL to open in the browser, RFC 6749 4.1.1; `email` may be empty.
QUrl authorizationUrl(const Provider &provider, const SignIn &signIn, const QByteArray &state,
                      const QString &email);

using Form = QList<std::pair<QByteArray, QString>>;

Form codeForm(const SignIn &signIn, const QString &code); ///< RFC 6749 4.1.3
Form refreshForm(const QByteArray &refreshToken);         ///< RFC 6749 6
Form deviceForm(const Provider &provider);                ///< RFC 8628 3.1
Form deviceTokenForm(const QByteArray &deviceCode);       ///< RFC 8628 3.4

/// A POST request with the form and the client's credentials.
Net::HttpCall formCall(const Provider &provider, const QUrl &url, Form form);

} // namespace OAuth
