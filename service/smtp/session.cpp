// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"

#include "smtp/replyreader.h"
#include "smtp/wirelog.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace Smtp {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(wireLog, "postrider.smtp.wire", QtInfoMsg)

Session::Session(Net::TlsPolicy policy, SessionOptions options, QObject *parent)
    : QObject(parent), m_policy(std::move(policy)), m_options(options)
{
}

Session::~Session()
{
    abort({ Error::Code::Cancelled, u"The SMTP session was cancelled."_s });
}

void Session::abort(Error why)
{
    if (const std::shared_ptr<Net::SaslClient> sasl = m_sasl.lock())
        sasl->cancel();
    if (m_transport)
        m_transport->abort(std::move(why));
}

Error Session::give(Error why)
{
    abort(why);
    return why;
}

QCoro::Task<void> Session::quit()
{
    if (!isOpen())
        co_return;
    write("QUIT\r\n", "QUIT");
    const ReplyResult answer = co_await readReply(2s);
    if (answer)
        abort({ Error::Code::Cancelled, u"The SMTP session was closed."_s });
}

/// Data that arrives before a command is sent is an unsolicited reply, which ends the session.
QCoro::Task<Result<void>> Session::checkSilence()
{
    if (!isOpen())
        co_return Error{ Error::Code::Unreachable, u"The SMTP session is not open."_s };
    if (m_transport->bytesAvailable() == 0)
        co_return Result<void>();
    const ReplyResult unasked = co_await readReply(m_options.commandTimeout);
    CO_RETURN_IF_ERROR(unasked);
    if (unasked->code == 421) // RFC 5321 3.8: the only reply allowed without a command
        co_return give(refusal(u"is closing the connection"_s, *unasked));
    co_return give({ Error::Code::Protocol, u"The SMTP server sent a reply without a command."_s });
}

QCoro::Task<Session::ReplyResult> Session::command(QByteArray line, QByteArray logged)
{
    const Result<void> silent = co_await checkSilence();
    CO_RETURN_IF_ERROR(silent);
    write(line + "\r\n", logged.isNull() ? line : logged);
    ReplyResult answer = co_await readReply(m_options.commandTimeout);
    co_return answer;
}

QCoro::Task<Session::ReplyResult> Session::readReply(std::chrono::milliseconds deadline)
{
    const QDeadlineTimer until(deadline);
    ReplyReader reader(m_options.limits);
    for (;;) {
        const std::chrono::milliseconds left(until.remainingTime());
        const Result<QByteArray> line =
            co_await m_transport->readLine(m_options.limits.lineBytes, left);
        if (!line) {
            if (line.error().code == Error::Code::Cancelled) // `this` may be in its destructor
                co_return line.error();
            co_return give(line.error());
        }
        qCDebug(wireLog).noquote() << "S:" << line->left(200);
        const Result<std::optional<Reply>> reply = reader.take(*line);
        if (!reply)
            co_return give(reply.error());
        if (*reply)
            co_return cleaned(**reply);
    }
}

void Session::write(const QByteArray &bytes, QByteArrayView logged)
{
    qCDebug(wireLog).noquote() << "C:" << logged;
    m_transport->write(bytes);
}

Error Session::refusal(const QString &what, const Reply &reply) const
{
    // Before TLS the text may come from an attacker on the network.
    const QString text = mayQuote() ? replyText(reply) : QString::number(reply.code);
    return { Error::Code::Server, u"%1 %2: %3"_s.arg(m_endpoint.host, what, text) };
}

bool Session::mayQuote() const
{
    return m_endpoint.security != Net::Security::StartTls
        || (m_transport && m_transport->isEncrypted());
}

void Session::keepSecret(const QByteArray &secret)
{
    constexpr qsizetype shortest = 3; // shorter secrets occur in many replies by chance
    if (secret.size() >= shortest)
        m_secrets.append(secret.toLower());
}

Reply Session::cleaned(Reply reply) const
{
    for (QByteArray &line : reply.lines) {
        const QByteArray lower = line.toLower();
        const auto isIn = [&lower](const QByteArray &secret) {
            return lower.contains(secret);
        };
        if (std::ranges::any_of(m_secrets, isIn))
            line = "(not shown: it contains a secret)";
    }
    return reply;
}

} // namespace Smtp
