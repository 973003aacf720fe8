// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcaller.h"
#include "oauth/request.h"
#include "oauth/tokenanswer.h"

namespace OAuth {

/**
 * Sends requests to sign-in providers. The operator configures their addresses and may also allow
 * private ones. Net::HttpCaller limits the time and size of every call. Redirections are not followed.
 * Lives on one thread with an event loop.
 */
class Client
{
public:
    /// `opened`: networks that may be called although they are not public. The client lives on the thread
    /// of `owner`.
    Client(Net::HttpCallerOptions options, Net::Networks opened, QObject *owner);

    QCoro::Task<Result<Tokens, TokenFailure>> exchange(Provider provider, SignIn signIn,
                                                       QString code);
    QCoro::Task<Result<Tokens, TokenFailure>> refresh(Provider provider, QByteArray refreshToken);
    QCoro::Task<Result<DeviceCode, TokenFailure>> askDevice(Provider provider);
    QCoro::Task<Result<Tokens, TokenFailure>> pollDevice(Provider provider, QByteArray deviceCode);

    void abort() { m_caller.abortAll(); }

private:
    QCoro::Task<Result<Net::HttpAnswer, TokenFailure>> call(Provider provider, QUrl url, Form form);
    QCoro::Task<Result<Tokens, TokenFailure>> tokens(Provider provider, Form form);

    const Net::Networks m_opened;
    Net::HttpCaller m_caller;
};

} // namespace OAuth
