// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "net/endpoint.h"
#include "net/sasl.h"
#include "store/mail/accounts.h"

#include <QCoroTask>

namespace Mailbox {

/// The IMAP server of the account, the protection of the connection, and the proxy.
inline Net::Endpoint imapEndpoint(const Store::Account &account, const QByteArray &proxyLogin)
{
    const auto security = Net::securityFromName(account.security);
    return { account.host, quint16(account.port), security.value_or(Net::Security::Auto),
             account.tlsPin, Net::storedProxy(account.proxyUrl, proxyLogin) };
}

/// The same, with the stored login for the proxy.
inline QCoro::Task<Result<Net::Endpoint>> imapEndpoint(SecretStore *secrets, Store::Account account)
{
    QByteArray login;
    if (!account.proxySecretRef.isEmpty()) {
        Result<QByteArray> kept =
            co_await secrets->get(QString::fromLatin1(account.proxySecretRef));
        CO_RETURN_IF_ERROR(kept);
        login = std::move(*kept);
    }
    co_return imapEndpoint(account, login);
}

/// The IMAP login; `secret` is the password or the token.
inline Net::Credentials imapLogin(const Store::Account &account, const QByteArray &secret)
{
    Net::Credentials login;
    login.username = account.username;
    (account.authType == "oauth2" ? login.accessToken : login.password) = secret;
    if (account.authMechanism != "auto")
        login.mechanism = account.authMechanism;
    login.proven = account.provenMechanism;
    return login;
}

/// The key for counting connections to a mailbox: several accounts may use the same mailbox.
inline QString mailboxOf(const Store::Account &account)
{
    return account.host + u'\n' + account.username;
}

} // namespace Mailbox
