// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"

#include <QDeadlineTimer>
#include <QTimer>

#include <algorithm>

namespace Smtp {

using namespace Qt::StringLiterals;
using Net::Security;

QCoro::Task<Result<void>> Session::open(Net::Endpoint endpoint)
{
    m_endpoint = std::move(endpoint);
    const bool isUnsure = Net::mayBeTls(m_endpoint.security, m_endpoint.port);
    const Security way = Net::resolved(m_endpoint.security, m_endpoint.port);
    m_extensions = {};
    m_isInTransaction = false;

    QTimer deadline;
    deadline.setSingleShot(true);
    connect(&deadline, &QTimer::timeout, this, [this] {
        abort({ Error::Code::Timeout, u"%1 did not answer in time."_s.arg(m_endpoint.host) });
    });
    deadline.start(m_options.openTimeout);

    QCoro::Task<Result<void>> connecting =
        isUnsure ? connectEitherWay() : connectBy(way, m_options.openTimeout);
    const Result<void> connected = co_await connecting;
    CO_RETURN_IF_ERROR(connected);
    const Result<void> greeted = co_await greet();
    CO_RETURN_IF_ERROR(greeted);
    if (m_endpoint.security == Security::StartTls) {
        const Result<void> upgraded = co_await upgrade();
        CO_RETURN_IF_ERROR(upgraded);
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> Session::connectBy(Security way, std::chrono::milliseconds within)
{
    m_endpoint.security = way;
    Net::TransportOptions options;
    options.allowPrivate = m_options.allowPrivate;
    options.connectTimeout = within;
    m_transport = std::make_unique<Net::Transport>(m_policy, options);
    Result<void> connected = co_await m_transport->connectTo(m_endpoint);
    co_return connected;
}

// A server that expects TLS waits for the client. Other servers send a greeting, some of them late, to deter
// senders of spam.
QCoro::Task<Result<void>> Session::connectEitherWay()
{
    const QDeadlineTimer until(m_options.openTimeout);
    const Result<void> plain = co_await connectBy(Security::StartTls, m_options.openTimeout);
    CO_RETURN_IF_ERROR(plain);
    const Result<void> spoke = co_await m_transport->hear(Net::greetingWithin);
    if (spoke || spoke.error().code != Error::Code::Timeout || until.hasExpired())
        co_return spoke;
    const std::chrono::milliseconds left(until.remainingTime());
    const Result<void> encrypted =
        co_await connectBy(Security::Tls, std::min(left, Net::unsureTlsWithin));
    const bool isSlow = !encrypted && encrypted.error().code != Error::Code::Cancelled
        && encrypted.error().code != Error::Code::Certificate;
    if (!isSlow || until.hasExpired())
        co_return encrypted;
    const std::chrono::milliseconds rest(until.remainingTime());
    Result<void> again = co_await connectBy(Security::StartTls, rest);
    co_return again;
}

QCoro::Task<Result<void>> Session::greet()
{
    const ReplyResult greeting = co_await readReply(m_options.openTimeout);
    CO_RETURN_IF_ERROR(greeting);
    if (greeting->code != 220)
        co_return give(refusal(u"refused the connection"_s, *greeting));
    const Result<void> said = co_await hello();
    co_return said;
}

// Sends an address literal instead of the machine's name, which stays private (RFC 5321 4.1.4).
QCoro::Task<Result<void>> Session::hello()
{
    const ReplyResult answer = co_await command("EHLO [127.0.0.1]");
    CO_RETURN_IF_ERROR(answer);
    if (answer->code != 250)
        co_return give(refusal(u"refused EHLO"_s, *answer));
    m_extensions = Extensions(*answer);
    co_return Result<void>();
}

// RFC 3207, and rules that follow from known attacks: data received before TLS is not used, no data may
// arrive between the 220 and the handshake, and a failure never leads to plain text.
QCoro::Task<Result<void>> Session::upgrade()
{
    if (!m_extensions.has("STARTTLS"))
        co_return give({ Error::Code::Tls, u"%1 does not offer STARTTLS."_s.arg(m_endpoint.host) });
    const ReplyResult answer = co_await command("STARTTLS");
    CO_RETURN_IF_ERROR(answer);
    if (answer->code != 220)
        co_return give({ Error::Code::Tls, u"%1 refused STARTTLS."_s.arg(m_endpoint.host) });
    m_extensions = {};
    const Result<void> encrypted = co_await m_transport->startTls();
    CO_RETURN_IF_ERROR(encrypted);
    const Result<void> said = co_await hello();
    co_return said;
}

} // namespace Smtp
