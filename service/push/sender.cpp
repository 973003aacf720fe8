// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/sender.h"

#include "net/retryafter.h"
#include "push/encryption.h"
#include "push/endpoint.h"
#include "push/log.h"

using namespace Qt::StringLiterals;

namespace Push {

namespace {

constexpr qsizetype mostAnswer = 16 * 1024;

Answer read(const Net::HttpAnswer &answer, qint64 nowMs)
{
    return { .status = answer.status,
             .retryAfterMs = Net::retryAfterMs(answer.header("retry-after"), nowMs).value_or(-1) };
}

// BadRequest: the address is not allowed and nothing was sent; another attempt would end in the same way.
std::optional<Answer> read(const Error &error)
{
    if (error.code == Error::Code::Cancelled)
        return std::nullopt;
    return Answer{ .isRefused = error.code == Error::Code::BadRequest };
}

} // namespace

Sender::Sender(const Context &context, QObject *owner)
    : m_context(context), m_vapid(context.key, context.subject), m_caller(context.calls, owner)
{
}

QCoro::Task<std::optional<Answer>> Sender::send(Store::PushSubscription to, Message message)
{
    const Receiver receiver{ to.publicKey, to.authSecret };
    const std::optional<QByteArray> body = encrypt(message.payload, receiver, Fresh::make());
    if (!body)
        co_return Answer{ .isRefused = true };
    Net::HttpCall call;
    call.url = QUrl::fromEncoded(to.endpoint);
    call.headers = { { "TTL", QByteArray::number(qint64(message.ttl.count())) },
                     { "Urgency", message.urgency },
                     { "Content-Encoding", "aes128gcm" },
                     { "Content-Type", "application/octet-stream" },
                     { "Authorization", m_vapid.authorization(call.url, m_context.clock.now()) } };
    if (!message.topic.isEmpty())
        call.headers.append({ "Topic", message.topic });
    call.body = *body;
    call.opened = m_context.settings.opened;
    call.mostAnswer = mostAnswer;
    call.shareOf = to.userId;
    const Result<Net::HttpAnswer> answer = co_await m_caller.call(call);
    if (answer)
        co_return read(*answer, m_context.clock.nowMs());
    qCInfo(logPush).noquote() << "subscription" << to.id << answer.error().message;
    co_return read(answer.error());
}

QCoro::Task<Result<void>> Sender::judge(QUrl endpoint, qint64 userId)
{
    const auto addresses = co_await m_caller.resolve(endpoint, m_context.settings.opened, userId);
    if (!addresses && addresses.error().code == Error::Code::BadRequest)
        co_return Error{ Error::Code::BadRequest, u"must be at a public address"_s };
    // A failed look-up may be temporary, so it does not refuse the endpoint. The name is looked up again
    // for every message.
    const QList<QHostAddress> found = addresses ? *addresses : QList<QHostAddress>();
    if (!isPushService(endpoint, found, m_context.settings.opened))
        co_return Error{ Error::Code::BadRequest, u"must begin with https:// and have port 443"_s };
    co_return Result<void>();
}

void Sender::abort()
{
    m_caller.abortAll();
}

} // namespace Push
