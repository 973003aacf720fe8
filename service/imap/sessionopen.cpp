// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"
#include "imap/session.h"
#include "imap/statuserror.h"

#include <QDeadlineTimer>
#include <QTimer>

#include <algorithm>

namespace Imap {

using namespace Qt::StringLiterals;
using Net::Security;

QCoro::Task<Result<void>> Session::open(Endpoint endpoint)
{
    m_endpoint = std::move(endpoint);
    const bool isUnsure = Net::mayBeTls(m_endpoint.security, m_endpoint.port);
    const Security way = Net::resolved(m_endpoint.security, m_endpoint.port);
    forgetEverything();

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
    if (!m_capabilities.isKnown()) {
        const Result<void> told = co_await refreshCapabilities();
        CO_RETURN_IF_ERROR(told);
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> Session::connectBy(Security way, std::chrono::milliseconds within)
{
    m_endpoint.security = way;
    m_trusted = way != Security::StartTls;
    SessionOptions options = m_options;
    options.openTimeout = within;
    m_connection = std::make_unique<Connection>(m_policy, options);
    m_connection->setHandler([this](Response &&response) { onUntagged(std::move(response)); });
    Result<void> connected = co_await m_connection->connectTo(m_endpoint);
    co_return connected;
}

// An IMAP server sends its greeting at once; a server that expects TLS waits for the client. No command is
// sent here.
QCoro::Task<Result<void>> Session::connectEitherWay()
{
    const QDeadlineTimer until(m_options.openTimeout);
    const Result<void> plain = co_await connectBy(Security::StartTls, m_options.openTimeout);
    CO_RETURN_IF_ERROR(plain);
    const Result<bool> spoke = co_await m_connection->speaksWithin(Net::greetingWithin);
    CO_RETURN_IF_ERROR(spoke);
    if (*spoke)
        co_return Result<void>();
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
    const Answer greeting = m_connection->greeting();
    const Result<StatusLine> hello = co_await greeting;
    CO_RETURN_IF_ERROR(hello);
    std::optional<Error> refused;
    if (hello->kind == StatusLine::Kind::Bye)
        refused = Error{ Error::Code::Server,
                         m_trusted ? u"The server refused the connection: %1"_s.arg(hello->text)
                                   : u"The server refused the connection."_s };
    // Logged in before TLS: all commands would be sent in plain text, perhaps to an attacker.
    else if (hello->kind == StatusLine::Kind::PreAuth && !m_trusted)
        refused = Error{
            Error::Code::Tls,
            u"The server's greeting says that no login is needed, but STARTTLS is required."_s
        };
    if (refused) {
        abort(*refused);
        co_return *refused;
    }
    m_authenticated = hello->kind == StatusLine::Kind::PreAuth;
    if (hello->code == "CAPABILITY")
        m_capabilities = Capabilities::parse(hello->codeData);
    co_return Result<void>();
}

// RFC 3501 6.2.1, and rules that follow from known attacks: data received before TLS is not used, no data
// may arrive between the OK and the handshake, and a failure never leads to plain text.
QCoro::Task<Result<void>> Session::upgrade()
{
    if (!m_capabilities.isKnown()) {
        const Result<void> told = co_await refreshCapabilities();
        CO_RETURN_IF_ERROR(told);
    }
    if (!m_capabilities.has("STARTTLS")) {
        const Error missing{ Error::Code::Tls,
                             u"%1 does not offer STARTTLS."_s.arg(m_endpoint.host) };
        abort(missing);
        co_return missing;
    }
    const auto command = std::make_shared<Command>();
    command->text = "STARTTLS";
    command->endsPlainText = true;
    const Answer sent = send(command);
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    if (answer->kind != StatusLine::Kind::Ok) {
        const Error refused{ Error::Code::Tls, u"%1 refused STARTTLS."_s.arg(m_endpoint.host) };
        abort(refused);
        co_return refused;
    }
    const Result<void> encrypted = co_await m_connection->startTls();
    CO_RETURN_IF_ERROR(encrypted);
    forgetEverything();
    m_trusted = true;
    co_return Result<void>();
}

QCoro::Task<Result<void>> Session::refreshCapabilities()
{
    const int before = m_capabilityNews;
    const Answer sent = send("CAPABILITY");
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    if (m_capabilityNews == before) {
        const Error silent{ Error::Code::Protocol, u"The server did not list its capabilities."_s };
        abort(silent);
        co_return silent;
    }
    co_return Result<void>();
}

} // namespace Imap
