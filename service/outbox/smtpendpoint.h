// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/endpoint.h"
#include "net/sasl.h"
#include "store/mail/accounts.h"

namespace Outbox {

/** The known properties of a mail provider, see Providers::Provider. */
struct Provider {
    Net::Endpoint smtp;
    bool keepsSent = false; ///< the provider stores sent mails in its own folder
};

/// Finds the provider by the domain of the address, or by the IMAP server.
std::optional<Provider> providerOf(const Store::Account &account);

/**
 * The SMTP server of the account. Without smtp_host: the provider's server, else `smtp.example.org` for
 * the IMAP host `imap.example.org`. NotFound: no server is known. A pinned key is used only for the
 * server that it was pinned for. The login for the proxy is not included.
 */
Result<Net::Endpoint> smtpEndpoint(const Store::Account &account);

/// The SMTP login; `secret` is the password, or the token if SMTP has no separate password.
Net::Credentials smtpLogin(const Store::Account &account, const QByteArray &secret);

} // namespace Outbox
