// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/connection.h"
#include "imap/session.h"
#include "imap/statuserror.h"

namespace Imap {

using namespace Qt::StringLiterals;

namespace {

using More = Result<std::optional<QByteArray>>;

/// AUTHENTICATE, RFC 3501 6.2.2, with the first message in the command where RFC 4959 allows it.
std::shared_ptr<Command> authenticateCommand(const std::shared_ptr<Net::SaslClient> &sasl,
                                             bool withInitialResponse)
{
    auto command = std::make_shared<Command>();
    command->text = "AUTHENTICATE " + sasl->name();
    command->logText = command->text + " ***";
    command->isSecret = true;
    const QByteArray first = sasl->initialResponse();
    auto pending = std::make_shared<QByteArray>(first);
    if (withInitialResponse && !first.isNull()) {
        command->text += ' ' + (first.isEmpty() ? QByteArray("=") : first.toBase64());
        *pending = QByteArray();
    }
    command->onContinuation = [sasl, pending](QByteArrayView challenge) -> More {
        if (!pending->isNull())
            return std::optional(std::exchange(*pending, {}).toBase64());
        const Result<QByteArray> answer =
            sasl->respond(QByteArray::fromBase64(challenge.toByteArray()));
        if (!answer)
            return answer.error();
        return std::optional(answer->toBase64());
    };
    return command;
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
    std::shared_ptr<Command> command;
    if (sasl)
        command = authenticateCommand(sasl, m_capabilities.has("SASL-IR"));
    else if (login.accessToken.isEmpty() && !m_capabilities.has("LOGINDISABLED"))
        command = loginCommand(login);
    else
        co_return Error{ Error::Code::Unauthorized,
                         u"%1 offers no way to log in that we may use."_s.arg(m_endpoint.host) };
    const Result<void> done = co_await finishLogin(std::move(command), sasl);
    co_return done;
}

QCoro::Task<Result<void>> Session::finishLogin(std::shared_ptr<Command> command,
                                               std::shared_ptr<Net::SaslClient> sasl)
{
    const Answer sent = send(std::move(command));
    const Result<StatusLine> answer = co_await sent;
    if (!answer)
        co_return answer.error();
    if (answer->kind != StatusLine::Kind::Ok)
        co_return loginError(*answer);
    if (sasl && !sasl->isServerProven()) {
        const Error unproven{ Error::Code::Protocol,
                              u"The server does not prove that it knows the password."_s };
        abort(unproven);
        co_return unproven;
    }
    if (answer->code == "CAPABILITY")
        onStatus(*answer);
    co_return Result<void>();
}

} // namespace Imap
