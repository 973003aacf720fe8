// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/mail/accounts.h"

#include <functional>
#include <optional>

class SecretStore;

namespace OAuth {
class Logins;
}

namespace Mailbox {

/** Where an Opening reads the secrets of its account. Both outlive it. */
struct SecretSources {
    SecretStore *secrets = nullptr;
    /// Null: no sign-in is used, and a refused token is not renewed.
    OAuth::Logins *logins = nullptr;
};

/**
 * Opens an IMAP session for an account in four steps: the secret, the login for the proxy, the
 * connection, the login. open() takes them all. A caller that has something to do between two steps
 * calls them itself, each once. Lives on the thread of the session.
 *
 * A step that has not begun when the caller stops answers Cancelled and does nothing. A step that runs
 * then is ended by Imap::Session::abort().
 */
class Opening
{
public:
    explicit Opening(Store::Account account, SecretSources sources = {},
                     std::function<bool()> isStopping = {});

    /// The caller has the password or access token, so it is not read.
    void setSecret(QByteArray secret) { m_secret = std::move(secret); }
    /// The caller has `user:password` for the proxy, or the proxy needs none.
    void setProxyLogin(const QByteArray &login);

    /// Errors: see OAuth::Logins::secret() and SecretStore::get().
    QCoro::Task<Result<void>> readSecret();
    QCoro::Task<Result<void>> readProxyLogin();                ///< errors: see SecretStore::get()
    QCoro::Task<Result<void>> connect(Imap::Session *session); ///< see Imap::Session::open()
    QCoro::Task<Result<void>> logIn(Imap::Session *session);   ///< see OAuth::logIn()

    /// All steps. After an error the session may be open: a refused login does not close it.
    QCoro::Task<Result<void>> open(Imap::Session *session);

    /// Without the login for the proxy until that is set or read.
    const Net::Endpoint &endpoint() const { return m_endpoint; }

private:
    Result<void> stopped() const;

    const Store::Account m_account;
    const SecretSources m_sources;
    const std::function<bool()> m_isStopping;
    Net::Endpoint m_endpoint;
    bool m_hasProxyLogin;
    std::optional<QByteArray> m_secret;
};

} // namespace Mailbox
