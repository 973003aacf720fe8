// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/body.h"
#include "store/mail/accounts.h"

#include <QByteArray>

#include <optional>

namespace Api {

/** What a client sent about an account. */
struct AccountInput {
    Store::Account account;                 ///< the account as it shall be
    std::optional<QByteArray> password;     ///< a new one; absent: keep what is stored
    std::optional<QByteArray> oauthGrant;   ///< instead of a password: a sign-in that is done
    std::optional<QByteArray> smtpPassword; ///< likewise; empty: as IMAP
    std::optional<QByteArray> proxyLogin;   ///< likewise, `user:password`; empty: none
    std::optional<QByteArray> status;       ///< `active` or `disabled`
};

/// For create and test-connection: name, email, host, port, username and password (or
/// oauthGrant) are required.
AccountInput readNewAccount(Http::Body &body);

/// For a partial update of `before`; null sets an optional field back to its default.
AccountInput readAccountUpdate(Http::Body &body, const Store::Account &before);

/// Adds to the failures of `body` what does not go together in `account`, complete as it shall be: the
/// mechanisms and what is sent with them, tokens and connections without TLS.
void checkLogins(Http::Body &body, const Store::Account &account, bool hasSmtpPassword);

/// Whether the connection must be made anew for the change to count.
bool needsReconnect(const Store::Account &before, const AccountInput &input);

} // namespace Api
