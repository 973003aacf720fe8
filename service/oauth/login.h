// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/endpoint.h"
#include "net/sasl.h"
#include "oauth/logins.h"

#include <functional>

namespace OAuth {

/// Whether the mail server checked the credentials and refused them.
template<typename Session>
bool isRefusal(const Session &session, const Result<void> &outcome)
{
    return !outcome && outcome.error().code == Error::Code::Unauthorized
        && !session.refusedMechanisms().isEmpty();
}

/**
 * Logs in on a session that is connected to `endpoint`. `secret` comes from Logins. If the mail server
 * refuses an access token that should be valid, a new token is requested and tried once. If that token is
 * refused too, the user must sign in again (SecretMissing). `credentials` builds the login from a secret.
 * If `isStopping` after the renewal, nothing more is sent (Cancelled). The session (of Imap or Smtp) and
 * `logins` must outlive the call.
 */
template<typename Session>
QCoro::Task<Result<void>> logIn(Logins *logins, Session *session, Net::Endpoint endpoint,
                                Store::Account account, QByteArray secret,
                                Net::Credentials (*credentials)(const Store::Account &,
                                                                const QByteArray &),
                                std::function<bool()> isStopping = {})
{
    const Net::Credentials first = credentials(account, secret);
    Result<void> loggedIn = co_await session->login(first);
    if (first.accessToken.isEmpty() || loggedIn || !isRefusal(*session, loggedIn))
        co_return loggedIn;
    const Result<QByteArray> fresh = co_await logins->secretAfter(account, secret);
    CO_RETURN_IF_ERROR(fresh);
    if (isStopping && isStopping())
        co_return Error{ Error::Code::Cancelled, QStringLiteral("The service is being stopped.") };
    if (!session->isOpen()) {
        const Result<void> opened = co_await session->open(endpoint);
        CO_RETURN_IF_ERROR(opened);
    }
    const Net::Credentials second = credentials(account, *fresh);
    Result<void> again = co_await session->login(second);
    if (!again && isRefusal(*session, again))
        co_return logins->refused(account, *fresh, again.error());
    co_return again;
}

} // namespace OAuth
