// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountwrite.h"

#include "api/accountsecrets.h"
#include "api/handlers.h"
#include "api/userlimit.h"
#include "events/accountevents.h"
#include "mailbox/folderroles.h"
#include "store/db/transaction.h"
#include "store/secrets/keychainitems.h"
#include "store/secrets/secrets.h"
#include "store/sql/session.h"
#include "sync/surveystore.h"

namespace Api {

namespace {

// The health after a change by a user: earlier failures do not count any more.
Store::AccountHealth freshHealth(const Store::Account &account, const QByteArray &status)
{
    Store::AccountHealth health = Store::healthOf(account);
    health.failures = health.authFailures = 0;
    health.failingSinceMs = health.authFailingSinceMs = health.nextAttemptAtMs = 0;
    if (!status.isEmpty() && status != account.status) {
        const bool isStillError = status == "active" && account.status == "error";
        if (!isStillError)
            health = { .status = status };
    }
    return health;
}

Events::About aboutOf(Store::Session &session, const Store::Account &account)
{
    return { account.id, account.email, session.now(), account.ownerId };
}

/// Stores the problems of the account's folders, according to the last folder list of its server.
Result<void> checkFolders(Store::Session &session, const Store::Account &account)
{
    const auto listed = Store::serverFolders(session, account.id);
    RETURN_IF_ERROR(listed);
    if (listed->isEmpty()) // no list is stored yet
        return {};
    QList<Store::FolderProblem> problems = Mailbox::folderProblems(account, *listed, {});
    Sync::sortProblems(problems);
    return Store::saveFolderProblems(session, account.id, problems);
}

/// Checks that the secrets are still stored: another service that starts removes secrets that no row
/// names yet.
Result<void> checkSecrets(Store::Session &session, const Store::Account &account)
{
    for (const AccountSecret &secret : accountSecrets) {
        RETURN_IF_ERROR(Store::checkStored(session, account.*secret.ref));
    }
    return {};
}

/// Resets the health if the change needs a new connection or changes the status; publishes the change.
Result<void> restartHealth(Store::Session &session, const Store::Account &before,
                           const AccountInput &input, const Store::Account &now,
                           Store::Transaction &transaction)
{
    const Store::AccountHealth health = freshHealth(before, input.status.value_or(QByteArray()));
    if (needsReconnect(before, input) || health.status != before.status) {
        RETURN_IF_ERROR(Store::setAccountHealth(session, now.id, health));
    }
    transaction.publish(Events::accountUpdated(aboutOf(session, now)));
    if (health.status != before.status)
        transaction.publish(Events::accountStatusChanged(aboutOf(session, now), health.status));
    return {};
}

} // namespace

Result<AccountView> viewOf(Store::Session &session, qint64 id, const Store::Viewer &viewer)
{
    const Result<Store::Account> account = Store::accountById(session, id, viewer);
    RETURN_IF_ERROR(account);
    const auto stats = Store::stats(session, viewer, id);
    RETURN_IF_ERROR(stats);
    const Result<bool> isInKeychain = Store::isInKeychain(session, account->secretRef);
    RETURN_IF_ERROR(isInKeychain);
    const auto problems = Store::folderProblems(session, id);
    RETURN_IF_ERROR(problems);
    const auto node = Store::holderOf(session, id);
    RETURN_IF_ERROR(node);
    return AccountView{ *account,  stats->isEmpty() ? Store::AccountStats() : stats->first(),
                        {},        *isInKeychain,
                        *problems, *node };
}

ChangeResult insertAccount(Store::Session &session, Store::Account account, qint64 userId,
                           int mostOfAUser, const Store::Viewer &viewer)
{
    Store::Transaction transaction(session);
    const Result<void, ApiFailure> room = checkLimit(session, accountLimit(mostOfAUser), userId);
    if (!room)
        return Result<AccountView, ApiFailure>(room.error());
    RETURN_IF_ERROR(checkSecrets(session, account));
    account.ownerId = userId;
    const Result<qint64> id = Store::insertAccount(session, account);
    RETURN_IF_ERROR(id);
    account.id = *id;
    transaction.publish(Events::accountCreated(aboutOf(session, account)));
    const Result<AccountView> view = viewOf(session, *id, viewer);
    RETURN_IF_ERROR(view);
    return transaction.commit(Result<AccountView, ApiFailure>(*view));
}

ChangeResult changeAccount(Store::Session &session, const AccountChange &change,
                           const Store::Viewer &viewer, Store::Account &replaced)
{
    const qint64 id = change.id;
    const AccountInput &input = change.input;
    Store::Transaction transaction(session);
    const Result<Store::Account> before = Store::accountById(session, id, viewer);
    RETURN_IF_ERROR(before);
    // Read again over the row as it is now: two updates of different fields must both count, and
    // no secret may be sent to a place that results from both together.
    Http::Body again(change.body);
    AccountInput now = readAccountUpdate(again, *before);
    now.password = input.password; // also the refresh token of a grant
    checkKeptSecrets(again, *before, now);
    checkLogins(again, now.account, hasSmtpPassword(*before, now));
    Store::Account given; // has only the secrets of this request
    for (const AccountSecret &secret : accountSecrets) {
        if (input.*secret.given)
            now.account.*secret.ref = given.*secret.ref = input.account.*secret.ref;
    }
    if (input.password)
        now.account.oauthProvider = input.account.oauthProvider;
    RETURN_IF_ERROR(checkSecrets(session, given));
    checkGivenSecrets(again, input, now.account);
    if (const auto refused = again.failure())
        return Result<AccountView, ApiFailure>(*refused);
    RETURN_IF_ERROR(Store::updateAccount(session, now.account));
    RETURN_IF_ERROR(checkFolders(session, now.account));
    RETURN_IF_ERROR(restartHealth(session, *before, input, now.account, transaction));
    const Result<AccountView> view = viewOf(session, id, viewer);
    RETURN_IF_ERROR(view);
    RETURN_IF_ERROR(transaction.commit());
    replaced = *before;
    return Result<AccountView, ApiFailure>(*view);
}

Result<Store::Account> markDeleted(Store::Session &session, qint64 id, const Store::Viewer &viewer)
{
    Store::Transaction transaction(session);
    Result<Store::Account> account = Store::accountById(session, id, viewer);
    RETURN_IF_ERROR(account);
    RETURN_IF_ERROR(Store::markAccountDeleted(session, id));
    transaction.publish(Events::accountDeleted(aboutOf(session, *account)));
    return transaction.commit(account);
}

ApiFailure failedChange(const Error &error)
{
    if (error.code == Error::Code::Conflict)
        return failed(ApiError::AccountExists);
    return failedLookup(error, ApiError::AccountNotFound);
}

} // namespace Api
