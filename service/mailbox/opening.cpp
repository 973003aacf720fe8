// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/opening.h"

#include "common/secretstore.h"
#include "mailbox/imapendpoint.h"
#include "oauth/login.h"

using namespace Qt::StringLiterals;

namespace Mailbox {

Opening::Opening(Store::Account account, SecretSources sources, std::function<bool()> isStopping)
    : m_account(std::move(account)), m_sources(sources), m_isStopping(std::move(isStopping)),
      m_endpoint(imapEndpoint(m_account, {})), m_hasProxyLogin(m_account.proxySecretRef.isEmpty())
{
}

void Opening::setProxyLogin(const QByteArray &login)
{
    m_endpoint = imapEndpoint(m_account, login);
    m_hasProxyLogin = true;
}

Result<void> Opening::stopped() const
{
    if (m_isStopping && m_isStopping())
        return Error{ Error::Code::Cancelled, u"The service is being stopped."_s };
    return {};
}

QCoro::Task<Result<void>> Opening::readSecret()
{
    if (m_secret)
        co_return {};
    CO_RETURN_IF_ERROR(stopped());
    QCoro::Task<Result<QByteArray>> reading = m_sources.logins
        ? m_sources.logins->secret(m_account)
        : m_sources.secrets->get(QString::fromLatin1(m_account.secretRef));
    Result<QByteArray> secret = co_await reading;
    CO_RETURN_IF_ERROR(secret);
    m_secret = std::move(*secret);
    co_return {};
}

QCoro::Task<Result<void>> Opening::readProxyLogin()
{
    if (m_hasProxyLogin)
        co_return {};
    CO_RETURN_IF_ERROR(stopped());
    const Result<Net::Endpoint> endpoint = co_await imapEndpoint(m_sources.secrets, m_account);
    CO_RETURN_IF_ERROR(endpoint);
    m_endpoint = *endpoint;
    m_hasProxyLogin = true;
    co_return {};
}

QCoro::Task<Result<void>> Opening::connect(Imap::Session *session)
{
    CO_RETURN_IF_ERROR(stopped());
    Result<void> connected = co_await session->open(m_endpoint);
    co_return connected;
}

QCoro::Task<Result<void>> Opening::logIn(Imap::Session *session)
{
    CO_RETURN_IF_ERROR(stopped());
    Q_ASSERT(m_secret);
    if (!m_sources.logins) {
        const Net::Credentials login = imapLogin(m_account, *m_secret);
        Result<void> loggedIn = co_await session->login(login);
        co_return loggedIn;
    }
    Result<void> loggedIn = co_await OAuth::logIn(m_sources.logins, session, m_endpoint, m_account,
                                                  *m_secret, &imapLogin, m_isStopping);
    co_return loggedIn;
}

QCoro::Task<Result<void>> Opening::open(Imap::Session *session)
{
    const Result<void> found = co_await readSecret();
    CO_RETURN_IF_ERROR(found);
    const Result<void> proxied = co_await readProxyLogin();
    CO_RETURN_IF_ERROR(proxied);
    const Result<void> connected = co_await connect(session);
    CO_RETURN_IF_ERROR(connected);
    Result<void> loggedIn = co_await logIn(session);
    co_return loggedIn;
}

} // namespace Mailbox
