// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"

#include <QPointer>

#include <algorithm>

namespace Smtp {

using namespace Qt::StringLiterals;

namespace {

/// RFC 4954 4: a longer line with an initial response is not allowed.
constexpr qsizetype longestAuthLine = 500;

bool hasControls(const Net::Credentials &credentials)
{
    const bool inName = std::any_of(credentials.username.begin(), credentials.username.end(),
                                    [](QChar c) { return c < u' '; });
    return inName || credentials.password.contains('\0') || credentials.password.contains('\r')
        || credentials.password.contains('\n') || credentials.accessToken.contains('\x01');
}

} // namespace

QCoro::Task<Result<void>> Session::login(Net::Credentials credentials)
{
    if (hasControls(credentials))
        co_return Error{ Error::Code::BadRequest,
                         u"User name and password may not hold control characters."_s };
    const QList<QByteArray> offered = m_extensions.mechanisms();
    if (offered.isEmpty())
        co_return Result<void>();
    const std::shared_ptr<Net::SaslClient> sasl =
        Net::chooseSasl(offered, credentials, m_endpoint.host, m_endpoint.port);
    if (!sasl)
        co_return Error{ Error::Code::Unauthorized,
                         u"%1 offers no way to log in that we may use."_s.arg(m_endpoint.host) };
    for (const QByteArray &secret : { credentials.password, credentials.accessToken })
        keepSecret(secret);
    const Result<void> accepted = co_await authenticate(sasl);
    co_return accepted;
}

QCoro::Task<Result<void>> Session::authenticate(std::shared_ptr<Net::SaslClient> sasl)
{
    const QByteArray first = sasl->initialResponse();
    const QByteArray encoded = first.isEmpty() ? QByteArray("=") : first.toBase64();
    keepSecret(first.toBase64());
    const QByteArray verb = "AUTH " + sasl->name();
    const bool isInCommand = !first.isNull() && verb.size() + encoded.size() < longestAuthLine;
    bool isFirstDue = !first.isNull() && !isInCommand;
    QByteArray line = isInCommand ? verb + ' ' + encoded : verb;
    const QPointer<Session> self(this);
    for (int step = 0; step < m_options.limits.mechanismSteps; ++step) {
        const QByteArray logged = step == 0 ? verb + " ***" : QByteArray("***");
        const ReplyResult answer = co_await command(line, logged);
        if (!answer)
            co_return answer.error();
        if (answer->code == 235) {
            if (sasl->isServerProven())
                co_return Result<void>();
            co_return give({ Error::Code::Protocol,
                             u"The server does not prove that it knows the password."_s });
        }
        if (answer->code != 334) {
            Error refused = refusal(u"refused the login"_s, *answer);
            if (answer->isPermanent())
                refused.code = Error::Code::Unauthorized;
            co_return refused;
        }
        if (std::exchange(isFirstDue, false)) {
            line = first.toBase64();
            continue;
        }
        const QByteArray challenge = QByteArray::fromBase64(answer->lines.first());
        m_sasl = sasl;
        const Result<QByteArray> response = co_await sasl->respond(challenge);
        if (!self) // gone while it was computed
            co_return Error{ Error::Code::Cancelled, u"The SMTP session was given up."_s };
        if (!response) {
            const Error why = response.error();
            co_return give(why);
        }
        line = response->toBase64();
        keepSecret(line);
    }
    co_return give({ Error::Code::Protocol, u"The server asks on and on for the login."_s });
}

} // namespace Smtp
