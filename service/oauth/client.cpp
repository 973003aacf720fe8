// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/client.h"

using namespace Qt::StringLiterals;

namespace OAuth {

Client::Client(Net::HttpCallerOptions options, Net::Networks opened, QObject *owner)
    : m_opened(std::move(opened)), m_caller(std::move(options), owner)
{
}

QCoro::Task<Result<Net::HttpAnswer, TokenFailure>> Client::call(Provider provider, QUrl url,
                                                                Form form)
{
    Net::HttpCall call = formCall(provider, url, std::move(form));
    call.opened = m_opened;
    Result<Net::HttpAnswer> answer = co_await m_caller.call(std::move(call));
    if (answer)
        co_return *std::move(answer);
    QString said = answer.error().message;
    if (said.endsWith(u'.'))
        said.chop(1);
    if (answer.error().code == Error::Code::BadRequest) // nothing was sent
        co_return TokenFailure{ TokenFailure::Kind::Away,
                                said + u" (oauth.allowed_networks can allow it)"_s,
                                Error::Code::Unreachable };
    co_return TokenFailure{ TokenFailure::Kind::Away, said, answer.error().code };
}

QCoro::Task<Result<Tokens, TokenFailure>> Client::tokens(Provider provider, Form form)
{
    const QUrl url = provider.tokenUrl;
    const Result<Net::HttpAnswer, TokenFailure> answer =
        co_await call(std::move(provider), url, std::move(form));
    CO_RETURN_IF_ERROR(answer);
    co_return readTokens(*answer);
}

QCoro::Task<Result<Tokens, TokenFailure>> Client::exchange(Provider provider, SignIn signIn,
                                                           QString code)
{
    Form form = codeForm(signIn, code);
    Result<Tokens, TokenFailure> given = co_await tokens(std::move(provider), std::move(form));
    co_return given;
}

QCoro::Task<Result<Tokens, TokenFailure>> Client::refresh(Provider provider,
                                                          QByteArray refreshToken)
{
    Form form = refreshForm(refreshToken);
    Result<Tokens, TokenFailure> given = co_await tokens(std::move(provider), std::move(form));
    co_return given;
}

QCoro::Task<Result<DeviceCode, TokenFailure>> Client::askDevice(Provider provider)
{
    const QUrl url = provider.deviceUrl;
    Form form = deviceForm(provider);
    const Result<Net::HttpAnswer, TokenFailure> answer =
        co_await call(std::move(provider), url, std::move(form));
    CO_RETURN_IF_ERROR(answer);
    co_return readDeviceCode(*answer);
}

QCoro::Task<Result<Tokens, TokenFailure>> Client::pollDevice(Provider provider,
                                                             QByteArray deviceCode)
{
    Form form = deviceTokenForm(deviceCode);
    Result<Tokens, TokenFailure> given = co_await tokens(std::move(provider), std::move(form));
    co_return given;
}

} // namespace OAuth
