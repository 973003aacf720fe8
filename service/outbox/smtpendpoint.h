// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/endpoint.h"
#include "net/sasl.h"
#include "store/mail/accounts.h"

namespace Outbox {

/** What is known of a mail provider, see Providers::Provider. */
struct Provider {
    Net::Endpoint smtp;
    bool keepsSent = false; ///< puts what is sent into its own folder by itself
};

/// By the domain of the address, or by the IMAP server.
std::optional<Provider> providerOf(const Store::Account &account);

/**
 * Where the account's mail is handed in. Without smtp_host: the provider's, else an IMAP host
 * `imap.example.org` as `smtp.example.org`. NotFound: there is none. A pinned key counts where the
 * server is the one that it was pinned for. The login for the proxy is not in it.
 */
Result<Net::Endpoint> smtpEndpoint(const Store::Account &account);

/// Who logs in there; `secret` is the password, or the token where SMTP has no password of its own.
Net::Credentials smtpLogin(const Store::Account &account, const QByteArray &secret);

} // namespace Outbox
