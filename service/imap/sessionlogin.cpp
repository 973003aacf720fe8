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

/** An AUTHENTICATE that runs. */
struct Exchange {
    std::shared_ptr<Net::SaslClient> sasl;
    QByteArray first; ///< still to be sent; null: it was, or there is none
    int steps = 0;
    std::vector<QCoro::Task<void>> answering; ///< awaited by whom the login belongs to
};

QCoro::Task<void> answerChallenge(std::shared_ptr<Net::SaslClient> sasl,
                                  QPointer<Connection> connection, std::shared_ptr<Command> command,
                                  QByteArray challenge)
{
    const Result<QByteArray> answer = co_await sasl->respond(std::move(challenge));
    if (!connection) // it may have ended meanwhile
        co_return;
    if (answer) {
        connection->sendMore(command, answer->toBase64());
        co_return;
    }
    // Later, because this may be inside of what whoever is resumed by it destroys.
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
        command->text += ' ' + (first.isEmpty() ? QByteArray("=") : first.toBase64());
    }
    return command;
}

/// Answers what the server asks, until `command` has its answer.
void answerWith(const std::shared_ptr<Command> &command, const std::shared_ptr<Exchange> &exchange,
                Connection *connection, int mostSteps)
{
    const QPointer<Connection> where(connection);
    const std::weak_ptr<Command> weak(command);
    command->onContinuation = [exchange, where, weak, mostSteps](QByteArrayView challenge) -> More {
        if (!exchange->first.isNull())
            return std::optional(std::exchange(exchange->first, {}).toBase64());
        if (++exchange->steps > mostSteps)
            return Error{ Error::Code::Protocol, u"The server asks on and on for the login."_s };
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

/// LOGIN, RFC 3501 6.2.3; what is not plain ASCII goes as literals.
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
            return Error{ Error::Code::Protocol, u"The server asks for more of nothing."_s };
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
                         u"User name and password may not hold control characters."_s };
    const Result<void> identified = co_await identify();
    if (!identified)
        co_return identified;
    keepSecrets(login);
    if (!m_authenticated) {
        const int before = m_capabilityNews;
        const Result<void> accepted = co_await authenticate(std::move(login));
        if (!accepted)
            co_return accepted;
        m_authenticated = true;
        if (m_capabilityNews == before) {
            const Result<void> told = co_await refreshCapabilities();
            if (!told)
                co_return told;
        }
    }
    const Result<void> identifiedNow = co_await identify();
    co_return identifiedNow;
}

// Servers repeat what they did not understand.
void Session::keepSecrets(const Login &login)
{
    m_connection->keepSecret(login.password);
    m_connection->keepSecret(quoted(login.password).sliced(1).chopped(1));
    m_connection->keepSecret(login.accessToken);
}

// RFC 2971. NetEase (163.com, 126.com) refuses every command of a client that did not say its name.
QCoro::Task<Result<void>> Session::identify()
{
    if (m_identified || !m_capabilities.has("ID"))
        co_return Result<void>();
    m_identified = true;
    const Answer sent = send(R"(ID ("name" "Postrider" "version" ")" POSTRIDER_VERSION
                             R"(" "vendor" "Postrider"))");
    const Result<StatusLine> answer = co_await sent;
    if (!answer)
        co_return answer.error();
    co_return Result<void>(); // a refusal harms nobody
}

QCoro::Task<Result<void>> Session::authenticate(Login login)
{
    const std::shared_ptr<Net::SaslClient> sasl =
        Net::chooseSasl(m_capabilities.authMechanisms(), login, m_endpoint.host, m_endpoint.port);
    if (sasl) {
        const Result<void> done = co_await authenticateWith(sasl);
        co_return done;
    }
    if (!login.accessToken.isEmpty() || m_capabilities.has("LOGINDISABLED"))
        co_return Error{ Error::Code::Unauthorized,
                         u"%1 offers no way to log in that we may use."_s.arg(m_endpoint.host) };
    const Answer sent = send(loginCommand(login));
    const Result<StatusLine> answer = co_await sent;
    if (!answer)
        co_return answer.error();
    co_return finishLogin(*answer);
}

QCoro::Task<Result<void>> Session::authenticateWith(std::shared_ptr<Net::SaslClient> sasl)
{
    const auto exchange = std::make_shared<Exchange>();
    exchange->sasl = sasl;
    const std::shared_ptr<Command> command =
        authenticateCommand(exchange, m_capabilities.has("SASL-IR"));
    const QPointer<Session> self(this);
    answerWith(command, exchange, m_connection.get(), m_options.limits.loginSteps);
    const Answer sent = send(command);
    const Result<StatusLine> answer = co_await sent;
    // The session may be gone. What is still being computed posts its result to this thread.
    sasl->cancel();
    for (QCoro::Task<void> &one : exchange->answering) {
        QCoro::Task<void> rest = std::move(one);
        co_await rest;
    }
    if (!answer)
        co_return answer.error();
    if (!self)
        co_return Error{ Error::Code::Cancelled, u"The mail session was given up."_s };
    if (answer->kind == StatusLine::Kind::Ok && !sasl->isServerProven()) {
        const Error unproven{ Error::Code::Protocol,
                              u"The server does not prove that it knows the password."_s };
        abort(unproven);
        co_return unproven;
    }
    co_return finishLogin(*answer);
}

Result<void> Session::finishLogin(const StatusLine &answer)
{
    if (answer.kind != StatusLine::Kind::Ok)
        return loginError(answer);
    if (answer.code == "CAPABILITY")
        onStatus(answer);
    return {};
}

} // namespace Imap
