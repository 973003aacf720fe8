// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/accountinput.h"
#include "api/secretplace.h"

#include <array>

namespace Api {

/** One of the secrets of an account: where a request has it, and where the row names it. */
struct AccountSecret {
    std::optional<QByteArray> AccountInput::*given;
    QByteArray Store::Account::*ref;
};

/// All of them: the password or sign-in, the SMTP password, the login of the proxy.
inline constexpr std::array<AccountSecret, 3> accountSecrets{ {
    { &AccountInput::password, &Store::Account::secretRef },
    { &AccountInput::smtpPassword, &Store::Account::smtpSecretRef },
    { &AccountInput::proxyLogin, &Store::Account::proxySecretRef },
} };

/// Whether a request contains this secret: it is there, not empty, and not the mask of a stored
/// one.
bool isEntered(const std::optional<QByteArray> &secret);

/// Whether the account has an SMTP password of its own after this change.
bool hasSmtpPassword(const Store::Account &before, const AccountInput &input);

/// Adds to the failures of `body` the stored secrets that stay and would be sent to another place.
void checkKeptSecrets(Http::Body &body, const Store::Account &before, const AccountInput &input);

/// The same for secrets in the request: they were entered for `meant`, the account at the time of
/// the request, and not for `now`, the account after another change in the meantime.
void checkGivenSecrets(Http::Body &body, const AccountInput &meant, const Store::Account &now);

} // namespace Api
