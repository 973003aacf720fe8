// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "net/callthread.h"
#include "oauth/accesstokens.h"

namespace OAuth {

/**
 * Returns the current login secret for the servers of an account: its password or an access token. Only
 * this class returns it. Calls come from any thread with an event loop that outlives them, and resume
 * there. Made and destroyed on the main thread, before the thread of the calls.
 */
class Logins
{
public:
    Logins(Net::CallThread &thread, Context context);

    const Providers &providers() const { return m_providers; }

    /// The secret for IMAP. Errors: see SecretStore::get() and AccessTokens::token().
    QCoro::Task<Result<QByteArray>> secret(Store::Account account);
    /// The secret for SMTP; empty: the account has none.
    QCoro::Task<Result<QByteArray>> smtpSecret(Store::Account account);

    /// Returns a new access token after the mail server has refused the token `refused`.
    QCoro::Task<Result<QByteArray>> secretAfter(Store::Account account, QByteArray refused);
    /// The mail server refused the new token too. Returns the error to show to the user.
    Error refused(const Store::Account &account, const QByteArray &token, const Error &why);

    void adopt(qint64 accountId, QByteArray secretRef, Tokens tokens);
    void forget(qint64 accountId);

    // As Client.
    QCoro::Task<Result<Tokens, TokenFailure>> exchange(Provider provider, SignIn signIn,
                                                       QString code);
    QCoro::Task<Result<Tokens, TokenFailure>> refresh(Provider provider, QByteArray refreshToken);
    QCoro::Task<Result<DeviceCode, TokenFailure>> askDevice(Provider provider);
    QCoro::Task<Result<Tokens, TokenFailure>> pollDevice(Provider provider, QByteArray deviceCode);

    void beginStop(); ///< callers that wait for a provider get an error at once
    void stop(std::chrono::milliseconds time);

private:
    QCoro::Task<Result<QByteArray>> token(TokenWish wish);

    SecretStore &m_secrets;
    const Providers m_providers;
    Resident<AccessTokens> m_tokens; ///< lives on the delivery thread, which deletes it
};

} // namespace OAuth
