// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "api/accountinput.h"
#include "api/connectiontest.h"
#include "common/secretstore.h"
#include "http/reply.h"
#include "http/request.h"
#include "oauth/grants.h"
#include "oauth/logins.h"
#include "store/db/database.h"

namespace Api {

/// The account with that id; 40402 where this viewer may see no such account.
QCoro::Task<Result<Store::Account, ApiFailure>> findAccount(Store::Database &database, qint64 id,
                                                            Store::Viewer viewer);

/// Why this request may not change the account. For routes whose account is visible to all users
/// who may read its mail.
std::optional<ApiFailure> changeRefusal(const Http::Request &request,
                                        const Store::Account &account);

/// The failure for an unknown sign-in in a request.
ApiFailure unknownGrant();

/// Why the grant of this handle cannot be used; nothing: it can, or there is no handle.
QCoro::Task<std::optional<ApiFailure>> grantRefusal(OAuth::Grants *grants, qint64 userId,
                                                    std::optional<QByteArray> handle);

/**
 * Accounts as requests describe them, tried at their servers before they are stored: the connection test, the
 * preview of folders, and creation with ?verify=true. Stored secrets are used only where they may be (secretplace.h).
 * Lives on the http thread; the collaborators outlive it, and it outlives every request.
 */
class AccountTrials
{
public:
    struct Collaborators {
        Store::Database &database;
        SecretStore &secrets;
        OAuth::Logins &logins;
        OAuth::Grants &grants;
        const Access &access;
        Net::TlsPolicy tls;
        Imap::SessionOptions imap;
        Smtp::SessionOptions smtp;
    };

    explicit AccountTrials(Collaborators with) : m_with(std::move(with)) { }

    QCoro::Task<> testConnection(Http::Request request, Http::Reply reply);
    QCoro::Task<> previewFolders(Http::Request request, Http::Reply reply);

    /// The error of a login with the new account; nothing: the login works.
    QCoro::Task<std::optional<Error>> verified(qint64 userId, AccountInput input);

private:
    /** An account as a request describes it, with its secrets. */
    struct Trial {
        Store::Account account;
        QByteArray password;     ///< or access token
        QByteArray smtpPassword; ///< empty: as IMAP
        QByteArray proxyLogin;
        std::optional<Error> noPassword;        ///< why it is missing, and what to do
        std::optional<Store::Account> signedIn; ///< the account whose stored sign-in is used
    };

    /// The account that the request describes, with stored secrets where they may be used for it.
    QCoro::Task<Result<Trial, ApiFailure>> trialOf(Http::Request request);
    /// Another access token for this trial; nothing: no other token exists.
    QCoro::Task<std::optional<QByteArray>> renewedToken(Trial trial);
    /// The secret for IMAP: from the request, from a grant, or stored. The error names what the user
    /// has to do.
    QCoro::Task<Result<QByteArray>> testedSecret(qint64 userId, AccountInput input,
                                                 Store::Account stored);
    /// Another secret: the stored one if `storedRef` is not empty, else `given`.
    QCoro::Task<QByteArray> tested(QByteArray given, QByteArray storedRef);
    /// Empty `smtpPassword`: as IMAP.
    QCoro::Task<ConnectionTest> testBoth(Store::Account account, QByteArray password,
                                         QByteArray smtpPassword, QByteArray proxyLogin);

    Collaborators m_with;
};

} // namespace Api
