// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/body.h"
#include "store/mail/accounts.h"

#include <QByteArray>

#include <optional>

namespace Api {

/** The input of a client for an account. */
struct AccountInput {
    Store::Account account;                 ///< the account after the change
    std::optional<QByteArray> password;     ///< a new one; absent: keep the stored one
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

/// Adds to the failures of `body` the settings of `account` that contradict each other: mechanisms
/// and their credentials, tokens and connections without TLS. `account` is complete, as after the
/// change.
void checkLogins(Http::Body &body, const Store::Account &account, bool hasSmtpPassword);

/// Whether the change takes effect only on a new connection.
bool needsReconnect(const Store::Account &before, const AccountInput &input);

} // namespace Api
