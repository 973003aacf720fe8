// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"

#include <QPointer>

#include <algorithm>

namespace Smtp {

using namespace Qt::StringLiterals;

namespace {

/// RFC 4954 4: a longer line with an initial response is not allowed.
constexpr qsizetype longestAuthLine = 500;

/**
 * RFC 4954 4 and 6. Postfix and Exim answer 535 also for a user without SCRAM secrets, so 535 means a wrong
 * password only if the password was used.
 */
Net::Refusal refusalOf(const Reply &reply, bool wasSent, bool wasUsed)
{
    using Net::Refusal;
    if (reply.code == 421 || !(reply.isTemporary() || reply.isPermanent()))
        return Refusal::NotNow;
    if (!wasSent || (reply.code >= 500 && reply.code <= 504))
        return Refusal::Mechanism;
    if (!wasUsed || reply.isTemporary())
        return Refusal::Unjudged;
    return reply.isAboutLogin() || reply.enhanced == "5.7.8" ? Refusal::WrongPassword
                                                             : Refusal::Unclear;
}

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
                         u"User name and password must not contain control characters."_s };
    m_mechanism.clear();
    m_refusedMechanisms.clear();
    if (m_extensions.mechanisms().isEmpty() && credentials.mechanism.isEmpty())
        co_return Result<void>();
    for (const QByteArray &secret : { credentials.password, credentials.accessToken })
        keepSecret(secret);
    const Result<void> accepted = co_await authenticate(std::move(credentials));
    co_return accepted;
}

QCoro::Task<Result<void>> Session::authenticate(Net::Credentials credentials)
{
    const QPointer<Session> self(this);
    Net::LoginPlan plan(credentials);
    bool wasReopened = false;
    std::optional<QByteArray> mechanism =
        plan.next(m_extensions.mechanisms(), m_transport->isEncrypted());
    while (mechanism) {
        const std::shared_ptr<Net::SaslClient> sasl =
            Net::makeSasl(*mechanism, credentials, m_endpoint.host, m_endpoint.port);
        const Attempt tried = co_await attempt(sasl);
        if (!tried.error) {
            m_mechanism = *mechanism;
            co_return Result<void>();
        }
        if (!self || tried.error->code == Error::Code::Cancelled)
            co_return *tried.error;
        const bool isLost = !tried.refusal && !isOpen()
            && tried.error->code != Error::Code::Protocol
            && tried.error->code != Error::Code::Unauthorized;
        const bool isRepeated = isLost && plan.tried().size() > 1 && !wasReopened;
        if (!tried.refusal && !isRepeated)
            co_return *tried.error;
        if (tried.refusal) {
            plan.refused(*tried.refusal, *tried.error);
            m_refusedMechanisms.append(*mechanism);
        }
        if (plan.isOver())
            break;
        if (!isOpen()) { // some servers end the connection after a refusal
            if (std::exchange(wasReopened, true))
                co_return *tried.error;
            const Result<void> opened = co_await open(m_endpoint);
            CO_RETURN_IF_ERROR(opened);
        }
        const QList<QByteArray> offered = m_extensions.mechanisms();
        const bool isEncrypted = m_transport->isEncrypted();
        if (isRepeated)
            mechanism = plan.again(offered, isEncrypted);
        else
            mechanism = plan.next(offered, isEncrypted);
    }
    co_return plan.failure(m_endpoint.host);
}

QCoro::Task<Session::Attempt> Session::attempt(std::shared_ptr<Net::SaslClient> sasl)
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
            co_return Attempt{ answer.error() };
        if (answer->code == 235) {
            if (sasl->isServerProven())
                co_return Attempt{};
            co_return Attempt{ give(
                { Error::Code::Protocol,
                  u"The server does not prove that it knows the password."_s }) };
        }
        if (answer->code != 334) {
            Error why = refusal(u"refused the login"_s, *answer);
            if (answer->isPermanent())
                why.code = Error::Code::Unauthorized;
            const bool wasSent = !isFirstDue && (isInCommand || step > 0);
            co_return Attempt{ why, refusalOf(*answer, wasSent, wasSent && sasl->hasUsedSecret()) };
        }
        if (std::exchange(isFirstDue, false)) {
            line = first.toBase64();
            continue;
        }
        const QByteArray challenge = QByteArray::fromBase64(answer->lines.first());
        m_sasl = sasl;
        const Result<QByteArray> response = co_await sasl->respond(challenge);
        if (!self) // destroyed during the computation
            co_return Attempt{ Error{ Error::Code::Cancelled,
                                      u"The SMTP session was cancelled."_s } };
        if (!response) {
            const Error why = response.error();
            co_return Attempt{ give(why) };
        }
        line = response->toBase64();
        keepSecret(line);
    }
    co_return Attempt{ give(
        { Error::Code::Protocol, u"The server asked for login data too many times."_s }) };
}

} // namespace Smtp
