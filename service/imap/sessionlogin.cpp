// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"
#include "imap/session.h"
#include "imap/statuserror.h"

#include <QPointer>

#include <vector>

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

using More = Result<std::optional<QByteArray>>;

/** A running AUTHENTICATE. */
struct Exchange {
    std::shared_ptr<Net::SaslClient> sasl;
    QByteArray first;       ///< not sent yet; null: it was sent, or there is none
    bool isStarted = false; ///< something of the exchange was sent
    int steps = 0;
    std::vector<QCoro::Task<void>> answering; ///< attemptSasl() awaits them
};

QCoro::Task<void> answerChallenge(std::shared_ptr<Net::SaslClient> sasl,
                                  QPointer<Connection> connection, std::shared_ptr<Command> command,
                                  QByteArray challenge)
{
    const Result<QByteArray> answer = co_await sasl->respond(std::move(challenge));
    if (!connection) // destroyed meanwhile
        co_return;
    if (answer) {
        connection->sendMore(command, answer->toBase64());
        co_return;
    }
    // Queued, because abort() resumes coroutines, which may destroy objects that are in use here.
    const Error why = answer.error();
    const auto end = [connection, why] {
        if (connection)
            connection->abort(why);
    };
    QMetaObject::invokeMethod(connection.data(), end, Qt::QueuedConnection);
}

/// AUTHENTICATE, RFC 3501 6.2.2, with the first message in the command where RFC 4959 allows it.
std::shared_ptr<Command> authenticateCommand(const std::shared_ptr<Exchange> &exchange,
                                             bool withInitialResponse)
{
    auto command = std::make_shared<Command>();
    command->text = "AUTHENTICATE " + exchange->sasl->name();
    command->logText = command->text + " ***";
    command->isSecret = true;
    exchange->first = exchange->sasl->initialResponse();
    if (withInitialResponse && !exchange->first.isNull()) {
        const QByteArray first = std::exchange(exchange->first, {});
        exchange->isStarted = true;
        command->text += ' ' + (first.isEmpty() ? QByteArray("=") : first.toBase64());
    }
    return command;
}

/// Answers the server's challenges until `command` has ended.
void answerWith(const std::shared_ptr<Command> &command, const std::shared_ptr<Exchange> &exchange,
                Connection *connection, int mostSteps)
{
    const QPointer<Connection> where(connection);
    const std::weak_ptr<Command> weak(command);
    command->onContinuation = [exchange, where, weak, mostSteps](QByteArrayView challenge) -> More {
        exchange->isStarted = true;
        if (!exchange->first.isNull())
            return std::optional(std::exchange(exchange->first, {}).toBase64());
        if (++exchange->steps > mostSteps)
            return Error{ Error::Code::Protocol,
                          u"The server asked for login data too many times."_s };
        const std::shared_ptr<Command> running = weak.lock();
        running->isOurTurn = true;
        exchange->answering.push_back(answerChallenge(
            exchange->sasl, where, running, QByteArray::fromBase64(challenge.toByteArray())));
        return std::optional<QByteArray>();
    };
}

bool isQuotable(QByteArrayView text)
{
    for (const char c : text) {
        if (c < ' ' || c > '~')
            return false;
    }
    return true;
}

QByteArray quoted(QByteArray text)
{
    return '"' + text.replace('\\', "\\\\").replace('"', "\\\"") + '"';
}

/// LOGIN, RFC 3501 6.2.3; with literals if name or password is not printable ASCII.
std::shared_ptr<Command> loginCommand(const Login &login)
{
    auto command = std::make_shared<Command>();
    command->logText = "LOGIN ***";
    command->isSecret = true;
    const QByteArray user = login.username.toUtf8();
    if (isQuotable(user) && isQuotable(login.password)) {
        command->text = "LOGIN " + quoted(user) + ' ' + quoted(login.password);
        return command;
    }
    command->text = "LOGIN {" + QByteArray::number(user.size()) + '}';
    auto parts = std::make_shared<QList<QByteArray>>();
    parts->append(user + " {" + QByteArray::number(login.password.size()) + '}');
    parts->append(login.password);
    command->onContinuation = [parts](QByteArrayView) -> More {
        if (parts->isEmpty())
            return Error{ Error::Code::Protocol,
                          u"The server sent '+' although no command was waiting for it."_s };
        return std::optional(parts->takeFirst());
    };
    return command;
}

bool hasControls(const Login &login)
{
    for (const QChar c : login.username) {
        if (c < u' ')
            return true;
    }
    return login.password.contains('\0') || login.password.contains('\r')
        || login.password.contains('\n') || login.accessToken.contains('\x01');
}

} // namespace

QCoro::Task<Result<void>> Session::login(Login login)
{
    if (hasControls(login))
        co_return Error{ Error::Code::BadRequest,
                         u"User name and password must not contain control characters."_s };
    const Result<void> identified = co_await identify();
    CO_RETURN_IF_ERROR(identified);
    m_mechanism.clear();
    m_refusedMechanisms.clear();
    if (!m_authenticated) {
        const Result<void> accepted = co_await authenticate(std::move(login));
        CO_RETURN_IF_ERROR(accepted);
        m_authenticated = true;
        if (m_capabilityNews == m_newsAtLogin) {
            const Result<void> told = co_await refreshCapabilities();
            CO_RETURN_IF_ERROR(told);
        }
    }
    const Result<void> identifiedNow = co_await identify();
    co_return identifiedNow;
}

// Some servers repeat a command that they did not understand. Its secrets must not be shown or logged.
void Session::keepSecrets(const Login &login)
{
    m_connection->keepSecret(login.password);
    m_connection->keepSecret(quoted(login.password).sliced(1).chopped(1));
    m_connection->keepSecret(login.accessToken);
}

// RFC 2971. NetEase (163.com, 126.com) refuses every command of a client that sent no ID.
QCoro::Task<Result<void>> Session::identify()
{
    if (m_identified || !m_capabilities.has("ID"))
        co_return Result<void>();
    m_identified = true;
    const Answer sent = send(R"(ID ("name" "Postrider" "version" ")" POSTRIDER_VERSION
                             R"(" "vendor" "Postrider"))");
    const Result<StatusLine> answer = co_await sent;
    CO_RETURN_IF_ERROR(answer);
    co_return Result<void>(); // a refusal does not matter
}

QList<QByteArray> Session::offeredMechanisms() const
{
    QList<QByteArray> offered = m_capabilities.authMechanisms();
    if (!m_capabilities.has("LOGINDISABLED") && !offered.contains("LOGIN"))
        offered.append("LOGIN"); // the command, RFC 3501 6.2.3
    return offered;
}

QCoro::Task<Result<void>> Session::authenticate(Login login)
{
    const QPointer<Session> self(this);
    Net::LoginPlan plan(login);
    bool wasReopened = false;
    std::optional<QByteArray> mechanism =
        plan.next(offeredMechanisms(), m_connection->isEncrypted());
    while (mechanism) {
        const Attempt tried = co_await attempt(*mechanism, login);
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
            const Result<void> opened = co_await reopen();
            CO_RETURN_IF_ERROR(opened);
        }
        const QList<QByteArray> offered = offeredMechanisms();
        const bool isEncrypted = m_connection->isEncrypted();
        if (isRepeated)
            mechanism = plan.again(offered, isEncrypted);
        else
            mechanism = plan.next(offered, isEncrypted);
    }
    co_return plan.failure(m_endpoint.host);
}

QCoro::Task<Result<void>> Session::reopen()
{
    const Result<void> opened = co_await open(m_endpoint);
    CO_RETURN_IF_ERROR(opened);
    const Result<void> identified = co_await identify();
    co_return identified;
}

QCoro::Task<Session::Attempt> Session::attempt(QByteArray mechanism, Login login)
{
    keepSecrets(login);
    m_newsAtLogin = m_capabilityNews;
    if (m_capabilities.authMechanisms().contains(mechanism)) {
        const std::shared_ptr<Net::SaslClient> sasl =
            Net::makeSasl(mechanism, login, m_endpoint.host, m_endpoint.port);
        const Attempt done = co_await attemptSasl(sasl);
        co_return done;
    }
    const Answer sent = send(loginCommand(login));
    const Result<StatusLine> answer = co_await sent;
    if (!answer)
        co_return Attempt{ answer.error() };
    co_return concluded(*answer, true, true);
}

QCoro::Task<Session::Attempt> Session::attemptSasl(std::shared_ptr<Net::SaslClient> sasl)
{
    const auto exchange = std::make_shared<Exchange>();
    exchange->sasl = sasl;
    const std::shared_ptr<Command> command =
        authenticateCommand(exchange, m_capabilities.has("SASL-IR"));
    const QPointer<Session> self(this);
    answerWith(command, exchange, m_connection.get(), m_options.limits.loginSteps);
    const Answer sent = send(command);
    const Result<StatusLine> answer = co_await sent;
    // The session may be destroyed already. Running computations are awaited: they post to this thread.
    sasl->cancel();
    for (QCoro::Task<void> &one : exchange->answering) {
        QCoro::Task<void> rest = std::move(one);
        co_await rest;
    }
    if (!answer)
        co_return Attempt{ answer.error() };
    if (!self)
        co_return Attempt{ Error{ Error::Code::Cancelled, u"The mail session was cancelled."_s } };
    if (answer->kind == StatusLine::Kind::Ok && !sasl->isServerProven()) {
        const Error unproven{ Error::Code::Protocol,
                              u"The server does not prove that it knows the password."_s };
        abort(unproven);
        co_return Attempt{ unproven };
    }
    const bool wasSent = exchange->isStarted && exchange->first.isNull();
    co_return concluded(*answer, wasSent, wasSent && sasl->hasUsedSecret());
}

Session::Attempt Session::concluded(const StatusLine &answer, bool wasSent, bool wasUsed)
{
    if (answer.kind != StatusLine::Kind::Ok)
        return { loginError(answer), refusalOf(answer, wasSent, wasUsed) };
    if (answer.code == "CAPABILITY")
        onStatus(answer);
    return {};
}

} // namespace Imap
