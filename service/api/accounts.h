// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/accountboard.h"
#include "api/accountinput.h"
#include "api/accountjson.h"
#include "api/accountpurger.h"
#include "api/accounttrials.h"
#include "api/handlers.h"
#include "api/probelimit.h"
#include "outbox/dispatcher.h"
#include "sync/scheduler.h"

#include <QObject>

namespace Api {

/**
 * The resource /api/v1/accounts. Lives on the http thread; the collaborators outlive it, and it
 * outlives every request.
 *
 * A new password is stored under a new name before the row that refers to it is written, and the old
 * password is removed afterwards, so that the account still works after a crash in between. A stored
 * secret is sent only to the server that it was entered for, see secretplace.h. A user who may see
 * an account of another user (`visibility` = shared) may read and synchronise it; only its owner
 * and administrators may change it.
 */
class Accounts : public QObject
{
public:
    struct Collaborators {
        Store::Database &database;
        SecretStore &secrets;
        OAuth::Logins &logins;
        OAuth::Grants &grants;
        Sync::Scheduler &scheduler;
        Outbox::Dispatcher &outbox;
        const Access &access;
        AccountBoard &board;
        AccountPurger &purger;
        Net::TlsPolicy tls;
        Imap::SessionOptions imap;
        Smtp::SessionOptions smtp;
        const ProbeLimit &probes; ///< of connection tests, also creates with ?verify=true
        int mostOfAUser = 500;    ///< accounts of a user; 0: any number
    };

    explicit Accounts(Collaborators with, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    using ViewResult = Result<AccountView, ApiFailure>;

    QCoro::Task<> create(Http::Request request, Http::Reply reply);
    QCoro::Task<> update(Http::Request request, Http::Reply reply);
    QCoro::Task<> setStatus(Http::Request request, Http::Reply reply);
    QCoro::Task<> remove(Http::Request request, Http::Reply reply);
    QCoro::Task<> syncNow(Http::Request request, Http::Reply reply);
    QCoro::Task<> purge(qint64 accountId);
    void list(const Http::Request &request, const Http::Reply &reply);
    void get(const Http::Request &request, const Http::Reply &reply);

    /// Reserves the grant that the request names until endGrant(), and puts its refresh token into
    /// `input`. Nothing: the request names no grant.
    QCoro::Task<Result<std::optional<OAuth::Grant>, ApiFailure>> heldGrant(qint64 userId,
                                                                           AccountInput *input);
    /// Ends the reservation: `account` uses the grant, or (nothing) the grant can be used again.
    QCoro::Task<> endGrant(qint64 userId, AccountInput input, std::optional<OAuth::Grant> grant,
                           std::optional<Store::Account> account);
    QCoro::Task<ViewResult> createWith(Http::Request request, AccountInput input);
    /// The account of the path, for users who may change it; 40301 for users who may only read it.
    QCoro::Task<Result<Store::Account, ApiFailure>> findOwn(Http::Request request);
    QCoro::Task<ViewResult> change(Http::Request request, AccountInput input,
                                   std::shared_ptr<Store::Account> replaced);
    /// Stores a secret under a new name and returns the name; empty for an empty secret.
    QCoro::Task<Result<QByteArray, ApiFailure>> keep(QByteArray secret);
    QCoro::Task<> forget(QByteArray secretRef);
    /// Stores the secrets of the input, all or none. Returns its account with the names of these secrets.
    QCoro::Task<Result<Store::Account, ApiFailure>> keepSecrets(AccountInput input);
    QCoro::Task<> forgetSecrets(Store::Account account);
    void sendView(const Http::Request &request, const Http::Reply &reply, const AccountView &view,
                  const QByteArray &message, int status = 200) const;

    Collaborators m_with;
    AccountTrials m_trials;
};

} // namespace Api
