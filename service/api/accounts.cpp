// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accounts.h"

#include "api/accountfolders.h"
#include "api/connectiontest.h"
#include "api/failure.h"
#include "api/folderpreview.h"
#include "api/proberate.h"
#include "api/secretplace.h"
#include "api/userlimit.h"
#include "events/accountevents.h"
#include "http/query.h"
#include "store/db/transaction.h"
#include "store/secrets/keychainitems.h"
#include "store/secrets/secrets.h"
#include "store/sql/session.h"
#include "sync/folderroles.h"
#include "sync/surveystore.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Result<AccountView> viewOf(Store::Session &session, qint64 id, const Store::Viewer &viewer)
{
    const Result<Store::Account> account = Store::accountById(session, id, viewer);
    if (!account)
        return account.error();
    const auto stats = Store::stats(session, viewer, id);
    if (!stats)
        return stats.error();
    const Result<bool> isInKeychain = Store::isInKeychain(session, account->secretRef);
    if (!isInKeychain)
        return isInKeychain.error();
    const auto problems = Store::folderProblems(session, id);
    if (!problems)
        return problems.error();
    return AccountView{ *account,
                        stats->isEmpty() ? Store::AccountStats() : stats->first(),
                        {},
                        *isInKeychain,
                        *problems };
}

Json::Bytes viewJson(const AccountView &view)
{
    Json::Writer json;
    writeAccount(json, view);
    return json.take();
}

ApiFailure failedChange(const Error &error)
{
    if (error.code == Error::Code::Conflict)
        return failed(ApiError::AccountExists);
    return failedLookup(error, ApiError::AccountNotFound);
}

// A person changed something: what was tried before no longer counts.
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

/// The outcome of a change: the outer error is the database's, the inner one a refusal.
using ChangeResult = Result<Result<AccountView, ApiFailure>>;

/// For a route whose account anybody may see who may read its mail.
std::optional<ApiFailure> changeRefusal(const Http::Request &request, const Store::Account &account)
{
    if (Access::mayChange(request, account))
        return std::nullopt;
    ApiFailure refused = failed(ApiError::Forbidden);
    refused.message = u"Only the owner of this account and administrators may change it or test it "
                      "with its stored password."_s;
    return refused;
}

bool hasSmtpPassword(const Store::Account &before, const AccountInput &input)
{
    return input.smtpPassword ? !input.smtpPassword->isEmpty() : !before.smtpSecretRef.isEmpty();
}

/// Adds the secrets to the failures of `body` that are kept and would be sent to another place.
void checkKeptSecrets(Http::Body &body, const Store::Account &before, const AccountInput &input)
{
    const ReusedSecrets kept{
        .password = !input.password && !before.secretRef.isEmpty(),
        .smtpPassword = !input.smtpPassword && !before.smtpSecretRef.isEmpty(),
        .proxyLogin = !input.proxyLogin && !before.proxySecretRef.isEmpty(),
        .isSignIn = before.authType == "oauth2",
    };
    const SecretPlaces from = placesOf(before, !before.smtpSecretRef.isEmpty());
    const SecretPlaces to = placesOf(input.account, hasSmtpPassword(before, input));
    for (const ApiErrorDetail &detail : secretsToEnter(from, to, kept))
        body.fail(detail.field, detail.reason);
}

/// The same for secrets that the request brings: they were entered for the account as it was when
/// the request came, `meant`, and not for what another change made of it meanwhile.
void checkGivenSecrets(Http::Body &body, const AccountInput &meant, const Store::Account &now)
{
    const ReusedSecrets given{
        .password = meant.password.has_value(),
        .smtpPassword = meant.smtpPassword.has_value(),
        .proxyLogin = meant.proxyLogin.has_value(),
        .isSignIn = meant.account.authType == "oauth2",
    };
    const SecretPlaces from = placesOf(meant.account, !meant.account.smtpSecretRef.isEmpty());
    const SecretPlaces to = placesOf(now, !now.smtpSecretRef.isEmpty());
    for (const ApiErrorDetail &detail : secretsToEnter(from, to, given))
        body.fail(detail.field, detail.reason);
}

bool isEntered(const std::optional<QByteArray> &secret)
{
    return secret && !secret->isEmpty() && QString::fromUtf8(*secret) != passwordMask;
}

/// The stored secrets that a connection test would use: of SMTP and of the proxy only where the
/// request names one.
ReusedSecrets keptInTest(const Store::Account &stored, const AccountInput &input)
{
    const Store::Account &tried = input.account;
    return {
        .password = !isEntered(input.password) && !input.oauthGrant && !stored.secretRef.isEmpty(),
        .smtpPassword = !tried.smtpHost.isEmpty() && !isEntered(input.smtpPassword)
            && !stored.smtpSecretRef.isEmpty(),
        .proxyLogin =
            !tried.proxyUrl.isEmpty() && !input.proxyLogin && !stored.proxySecretRef.isEmpty(),
        .isSignIn = stored.authType == "oauth2",
    };
}

ApiFailure unknownGrant()
{
    ApiFailure failure = failed(ApiError::ValidationFailed);
    failure.details = { { u"oauthGrant"_s, u"is not known (any more): sign in again"_s } };
    return failure;
}

/// Why these stored secrets may not be used for this test; nothing: they may, or there are none.
std::optional<ApiFailure> testRefusal(const Http::Request &request, const Store::Account &stored,
                                      const AccountInput &input, const ReusedSecrets &kept)
{
    if (!kept.any())
        return std::nullopt;
    if (const auto refused = changeRefusal(request, stored))
        return refused;
    const SecretPlaces from = placesOf(stored, !stored.smtpSecretRef.isEmpty());
    SecretPlaces to = placesOf(input.account, kept.smtpPassword || isEntered(input.smtpPassword));
    if (input.account.smtpHost.isEmpty())
        to.smtp.reset(); // a derived server is not tested
    const QList<ApiErrorDetail> missing = secretsToEnter(from, to, kept);
    if (missing.isEmpty())
        return std::nullopt;
    ApiFailure failure = failed(ApiError::ValidationFailed);
    failure.details = missing;
    return failure;
}

/// What is wrong with the account's folders, by the server's last list; it is asked again soon.
Result<void> checkFolders(Store::Session &session, const Store::Account &account)
{
    const auto listed = Store::serverFolders(session, account.id);
    if (!listed)
        return listed.error();
    if (listed->isEmpty()) // it was never asked
        return {};
    QList<Store::FolderProblem> problems = Sync::folderProblems(account, *listed, {});
    Sync::sortProblems(problems);
    return Store::saveFolderProblems(session, account.id, problems);
}

/// Another service that starts removes secrets which no row names yet.
Result<void> checkSecrets(Store::Session &session, const Store::Account &account)
{
    for (const QByteArray &ref :
         { account.secretRef, account.smtpSecretRef, account.proxySecretRef }) {
        const Result<void> stored = Store::checkStored(session, ref);
        if (!stored)
            return stored;
    }
    return {};
}

/// The changed account in one transaction with its events; `replaced` becomes what it was until then.
ChangeResult writeUpdate(Store::Session &session, qint64 id, const Store::Viewer &viewer,
                         const QByteArray &body, const AccountInput &input,
                         Store::Account &replaced)
{
    Store::Transaction transaction(session);
    const Result<Store::Account> before = Store::accountById(session, id, viewer);
    if (!before)
        return before.error();
    // Read again over the row as it is now: two updates of different fields must both count, and
    // no secret may go to a place that comes of the two together.
    Http::Body again(body);
    AccountInput now = readAccountUpdate(again, *before);
    now.password = input.password; // of a grant too
    checkKeptSecrets(again, *before, now);
    checkLogins(again, now.account, hasSmtpPassword(*before, now));
    if (input.password) {
        now.account.secretRef = input.account.secretRef;
        now.account.oauthProvider = input.account.oauthProvider;
    }
    if (input.smtpPassword)
        now.account.smtpSecretRef = input.account.smtpSecretRef;
    if (input.proxyLogin)
        now.account.proxySecretRef = input.account.proxySecretRef;
    Store::Account given; // with the secrets of this request alone
    if (input.password)
        given.secretRef = now.account.secretRef;
    if (input.smtpPassword)
        given.smtpSecretRef = now.account.smtpSecretRef;
    if (input.proxyLogin)
        given.proxySecretRef = now.account.proxySecretRef;
    const Result<void> stored = checkSecrets(session, given);
    if (!stored)
        return stored.error();
    checkGivenSecrets(again, input, now.account);
    if (const auto refused = again.failure())
        return Result<AccountView, ApiFailure>(*refused);
    const Result<void> updated = Store::updateAccount(session, now.account);
    if (!updated)
        return updated.error();
    const Result<void> checked = checkFolders(session, now.account);
    if (!checked)
        return checked.error();
    const Store::AccountHealth health = freshHealth(*before, input.status.value_or(QByteArray()));
    if (needsReconnect(*before, input) || health.status != before->status) {
        const Result<void> set = Store::setAccountHealth(session, id, health);
        if (!set)
            return set.error();
    }
    transaction.publish(Events::accountUpdated(aboutOf(session, now.account)));
    if (health.status != before->status)
        transaction.publish(
            Events::accountStatusChanged(aboutOf(session, now.account), health.status));
    const Result<AccountView> view = viewOf(session, id, viewer);
    if (!view)
        return view.error();
    const Result<void> committed = transaction.commit();
    if (!committed)
        return committed.error();
    replaced = *before;
    return Result<AccountView, ApiFailure>(*view);
}

bool isVerifying(QByteArrayView query)
{
    return Http::Query(query.toByteArray()).boolean("verify"_L1).value_or(false);
}

} // namespace

Accounts::Accounts(Collaborators with, QObject *parent) : QObject(parent), m_with(std::move(with))
{
}

void Accounts::addRoutes(Http::Router &router)
{
    const auto add = [&](QByteArrayView method, const QByteArray &path, auto handler) {
        router.add(
            method, path,
            { .handler = [this, handler](const Http::Request &request, const Http::Reply &reply) {
                (this->*handler)(request, reply);
            } });
    };
    add("GET", "/api/v1/accounts", &Accounts::list);
    add("GET", "/api/v1/accounts/:id", &Accounts::get);
    add("PUT", "/api/v1/accounts/:id", &Accounts::update);
    add("DELETE", "/api/v1/accounts/:id", &Accounts::remove);
    add("PUT", "/api/v1/accounts/:id/status", &Accounts::setStatus);
    add("POST", "/api/v1/accounts/:id/sync", &Accounts::syncNow);
    addAccountFolderRoutes(router, m_with.database, m_with.access);
    Http::RouteRate onlyVerifying = probeRate(m_with.probesPerMinute);
    onlyVerifying.isCounted = isVerifying;
    router.add("POST", "/api/v1/accounts",
               { .rate = onlyVerifying,
                 .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                     create(request, reply);
                 } });
    router.add("POST", "/api/v1/accounts/test-connection",
               { .rate = probeRate(m_with.probesPerMinute),
                 .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                     testConnection(request, reply);
                 } });
    router.add("POST", "/api/v1/accounts/folders",
               { .rate = probeRate(m_with.probesPerMinute),
                 .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                     previewFolders(request, reply);
                 } });
}

void Accounts::list(const Http::Request &request, const Http::Reply &reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const auto runtimes = m_with.board.all();
    const auto answerAll = [=](const Http::Request &,
                               Store::Session &session) -> Result<Json::Bytes, ApiFailure> {
        const auto accounts = Store::accounts(session, viewer);
        const auto stats = Store::stats(session, viewer);
        const auto inKeychain = Store::keychainItems(session);
        const auto problems = Store::allFolderProblems(session);
        if (!accounts || !stats || !inKeychain)
            return storageFailure(!accounts    ? accounts.error()
                                      : !stats ? stats.error()
                                               : inKeychain.error());
        if (!problems)
            return storageFailure(problems.error());
        QHash<qint64, Store::AccountStats> statsOf;
        for (const Store::AccountStats &one : *stats)
            statsOf.insert(one.accountId, one);
        Json::Writer json;
        json.beginArray();
        for (const Store::Account &account : *accounts)
            writeAccount(json,
                         { account, statsOf.value(account.id), runtimes.value(account.id),
                           inKeychain->contains(account.secretRef), problems->value(account.id) });
        return json.endArray().take();
    };
    Handlers(m_with.database).reading(answerAll)(request, reply);
}

void Accounts::get(const Http::Request &request, const Http::Reply &reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const Sync::Runtime runtime = m_with.board.of(request.id());
    const auto answerOne = [=](const Http::Request &asked,
                               Store::Session &session) -> Result<Json::Bytes, ApiFailure> {
        Result<AccountView> view = viewOf(session, asked.id(), viewer);
        if (!view)
            return failedLookup(view.error(), ApiError::AccountNotFound);
        view->runtime = runtime;
        return viewJson(*view);
    };
    Handlers(m_with.database).reading(answerOne)(request, reply);
}

void Accounts::sendView(const Http::Reply &reply, const AccountView &view,
                        const QByteArray &message, int status) const
{
    AccountView shown = view;
    shown.runtime = m_with.board.of(view.account.id);
    reply.send(Http::Response::data(viewJson(shown), message, status));
}

QCoro::Task<Result<QByteArray, ApiFailure>> Accounts::keep(QByteArray secret)
{
    if (secret.isEmpty())
        co_return QByteArray();
    const QString ref = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const Result<void> kept = co_await m_with.secrets.put(ref, secret);
    if (!kept)
        co_return storageFailure(kept.error());
    co_return ref.toLatin1();
}

QCoro::Task<> Accounts::forget(QByteArray secretRef)
{
    if (!secretRef.isEmpty())
        co_await m_with.secrets.remove(QString::fromLatin1(secretRef));
}

QCoro::Task<> Accounts::create(Http::Request request, Http::Reply reply)
{
    Http::Query query(request.query);
    const bool isVerified = query.boolean("verify"_L1).value_or(false);
    Http::Body body(request.body);
    AccountInput input = readNewAccount(body);
    checkLogins(body, input.account, isEntered(input.smtpPassword));
    if (query.failure() || body.failure()) {
        reply.fail(query.failure() ? *query.failure() : *body.failure());
        co_return;
    }
    if (input.oauthGrant && !m_with.grants.has(request.userId(), *input.oauthGrant)) {
        reply.fail(unknownGrant());
        co_return;
    }
    if (isVerified) {
        const std::optional<Error> error = co_await verified(request.userId(), input);
        if (error) {
            reply.fail(verifyFailure(*error));
            co_return;
        }
    }
    const auto grant = heldGrant(request.userId(), input);
    if (!grant) {
        reply.fail(grant.error());
        co_return;
    }
    const ViewResult view = co_await createWith(request, input);
    endGrant(request.userId(), input, *grant, view ? &view->account : nullptr);
    if (!view) {
        reply.fail(view.error());
        co_return;
    }
    m_with.board.note(view->account.id, { .mode = Sync::Mode::Connecting });
    m_with.scheduler.startAccount(view->account.id);
    sendView(reply, *view, "created", 201);
}

QCoro::Task<std::optional<Error>> Accounts::verified(qint64 userId, AccountInput input)
{
    Store::Account none;
    const Result<QByteArray> password = co_await testedSecret(userId, input, none);
    if (!password)
        co_return password.error();
    const QByteArray proxyLogin = input.proxyLogin.value_or(QByteArray());
    const ServerTest test =
        co_await testImap(m_with.tls, m_with.imap, input.account, *password, proxyLogin);
    co_return test.error;
}

QCoro::Task<Accounts::ViewResult> Accounts::createWith(Http::Request request, AccountInput input)
{
    const QByteArray password = input.password.value_or(QByteArray());
    const Result<QByteArray, ApiFailure> ref = co_await keep(password);
    const QByteArray smtpPassword = input.smtpPassword.value_or(QByteArray());
    const Result<QByteArray, ApiFailure> smtpRef = co_await keep(smtpPassword);
    const QByteArray proxyLogin = input.proxyLogin.value_or(QByteArray());
    const Result<QByteArray, ApiFailure> proxyRef = co_await keep(proxyLogin);
    if (!ref || !smtpRef || !proxyRef) {
        for (const auto &kept : { ref, smtpRef, proxyRef }) {
            if (kept)
                co_await forget(*kept);
        }
        co_return !ref ? ref.error() : !smtpRef ? smtpRef.error() : proxyRef.error();
    }
    input.account.secretRef = *ref;
    input.account.smtpSecretRef = *smtpRef;
    input.account.proxySecretRef = *proxyRef;
    ViewResult view = co_await store(input.account, request.userId());
    // Where the account may be stored, its secrets stay; the next start removes what it does not
    // name (SecretSetup).
    if (!view && view.error().error != ApiError::OutcomeUnknown) {
        co_await forget(*ref);
        co_await forget(*smtpRef);
        co_await forget(*proxyRef);
    }
    co_return view;
}

Result<std::optional<OAuth::Grant>, ApiFailure> Accounts::heldGrant(qint64 userId,
                                                                    AccountInput &input)
{
    if (!input.oauthGrant)
        return std::optional<OAuth::Grant>();
    std::optional<OAuth::Grant> grant = m_with.grants.hold(userId, *input.oauthGrant);
    if (!grant)
        return unknownGrant();
    input.password = grant->tokens.refreshToken;
    input.account.oauthProvider = grant->provider.toLatin1();
    return grant;
}

void Accounts::endGrant(qint64 userId, const AccountInput &input,
                        const std::optional<OAuth::Grant> &grant, const Store::Account *account)
{
    if (!grant)
        return;
    if (!account) {
        m_with.grants.release(userId, *input.oauthGrant);
        return;
    }
    m_with.grants.spend(userId, *input.oauthGrant);
    OAuth::Tokens tokens = grant->tokens;
    const auto age = OAuth::monotonicNow() - grant->givenAt;
    tokens.life -= std::chrono::ceil<std::chrono::seconds>(age);
    if (tokens.life.count() > 0)
        m_with.logins.adopt(account->id, account->secretRef, tokens);
}

QCoro::Task<Accounts::ViewResult> Accounts::store(Store::Account account, qint64 userId)
{
    const Store::Viewer viewer = m_with.access.viewer(userId);
    auto insert = [=, limit = m_with.mostOfAUser](Store::Session &session) -> ChangeResult {
        Store::Transaction transaction(session);
        const Result<void, ApiFailure> room = checkLimit(session, accountLimit(limit), userId);
        if (!room)
            return Result<AccountView, ApiFailure>(room.error());
        const Result<void> stored = checkSecrets(session, account);
        if (!stored)
            return stored.error();
        Store::Account added = account;
        added.ownerId = userId;
        const Result<qint64> id = Store::insertAccount(session, added);
        if (!id)
            return id.error();
        added.id = *id;
        transaction.publish(Events::accountCreated(aboutOf(session, added)));
        const Result<AccountView> view = viewOf(session, *id, viewer);
        if (!view)
            return view.error();
        const Result<void> committed = transaction.commit();
        if (!committed)
            return committed.error();
        return Result<AccountView, ApiFailure>(*view);
    };
    ChangeResult stored = co_await m_with.database.writing(std::move(insert));
    if (!stored)
        co_return failedChange(stored.error());
    co_return *stored;
}

QCoro::Task<Result<Store::Account, ApiFailure>> Accounts::find(qint64 id, Store::Viewer viewer)
{
    auto load = [=](Store::Session &session) {
        return Store::accountById(session, id, viewer);
    };
    Result<Store::Account> account = co_await m_with.database.reading(std::move(load));
    if (!account)
        co_return failedLookup(account.error(), ApiError::AccountNotFound);
    co_return *account;
}

QCoro::Task<Result<Store::Account, ApiFailure>> Accounts::findOwn(Http::Request request)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    Result<Store::Account, ApiFailure> account = co_await find(request.id(), viewer);
    if (!account)
        co_return account;
    const std::optional<ApiFailure> refused = changeRefusal(request, *account);
    if (refused)
        co_return *refused;
    co_return account;
}

QCoro::Task<> Accounts::update(Http::Request request, Http::Reply reply)
{
    const Result<Store::Account, ApiFailure> before = co_await findOwn(request);
    if (!before) {
        reply.fail(before.error());
        co_return;
    }
    Http::Body body(request.body);
    AccountInput input = readAccountUpdate(body, *before);
    if (body.failure()) {
        reply.fail(*body.failure());
        co_return;
    }
    const auto grant = heldGrant(request.userId(), input);
    if (!grant) {
        reply.fail(grant.error());
        co_return;
    }
    checkKeptSecrets(body, *before, input);
    checkLogins(body, input.account, hasSmtpPassword(*before, input));
    if (body.failure()) {
        endGrant(request.userId(), input, *grant, nullptr);
        reply.fail(*body.failure());
        co_return;
    }
    const bool isReconnecting = needsReconnect(*before, input);
    // Not `before`: a refresh token may have been replaced meanwhile.
    const auto replaced = std::make_shared<Store::Account>();
    const ViewResult view = co_await change(request, input, replaced);
    endGrant(request.userId(), input, *grant, view ? &view->account : nullptr);
    if (!view) {
        reply.fail(view.error());
        co_return;
    }
    const qint64 id = view->account.id;
    if (view->account.authType != "oauth2")
        m_with.logins.forget(id);
    if (view->account.secretRef != replaced->secretRef)
        co_await forget(replaced->secretRef);
    if (view->account.smtpSecretRef != replaced->smtpSecretRef)
        co_await forget(replaced->smtpSecretRef);
    if (view->account.proxySecretRef != replaced->proxySecretRef)
        co_await forget(replaced->proxySecretRef);
    if (view->account.status == "disabled")
        m_with.scheduler.stopAccount(id, this, [] {});
    else if (isReconnecting || before->status == "disabled")
        m_with.scheduler.restartAccount(id);
    m_with.outbox.wake(); // mails may have waited for just this change
    sendView(reply, *view, "updated");
}

QCoro::Task<Accounts::ViewResult> Accounts::change(Http::Request request, AccountInput input,
                                                   std::shared_ptr<Store::Account> replaced)
{
    if (input.password) {
        const Result<QByteArray, ApiFailure> ref = co_await keep(*input.password);
        if (!ref)
            co_return ref.error();
        input.account.secretRef = *ref;
    }
    if (input.smtpPassword) {
        const Result<QByteArray, ApiFailure> ref = co_await keep(*input.smtpPassword);
        if (!ref)
            co_return ref.error();
        input.account.smtpSecretRef = *ref;
    }
    if (input.proxyLogin) {
        const Result<QByteArray, ApiFailure> ref = co_await keep(*input.proxyLogin);
        if (!ref)
            co_return ref.error();
        input.account.proxySecretRef = *ref;
    }
    const Store::Viewer viewer = m_with.access.viewer(request);
    auto write = [=, id = request.id(), json = request.body](Store::Session &session) {
        return writeUpdate(session, id, viewer, json, input, *replaced);
    };
    ChangeResult written = co_await m_with.database.writing(std::move(write));
    if (written && *written)
        co_return *written;
    if (!written && written.error().code == Error::Code::OutcomeUnknown)
        co_return failedChange(written.error()); // it may name the new secrets
    if (input.password)
        co_await forget(input.account.secretRef);
    if (input.smtpPassword)
        co_await forget(input.account.smtpSecretRef);
    if (input.proxyLogin)
        co_await forget(input.account.proxySecretRef);
    if (written)
        co_return *written;
    co_return failedChange(written.error());
}

QCoro::Task<> Accounts::setStatus(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    body.text("status"_L1); // here it is required
    if (body.failure()) {
        reply.fail(*body.failure());
        co_return;
    }
    // Only the status counts here, whatever else the body holds.
    Json::Writer json;
    json.beginObject().key("status").value(body.text("status"_L1)).endObject();
    request.body = json.take();
    co_await update(request, reply);
}

QCoro::Task<> Accounts::remove(Http::Request request, Http::Reply reply)
{
    const Result<Store::Account, ApiFailure> found = co_await findOwn(request);
    if (!found) {
        reply.fail(found.error());
        co_return;
    }
    const Store::Viewer viewer = m_with.access.viewer(request);
    const qint64 id = request.id();
    auto mark = [=](Store::Session &session) -> Result<Store::Account> {
        Store::Transaction transaction(session);
        Result<Store::Account> account = Store::accountById(session, id, viewer);
        if (!account)
            return account;
        const Result<void> marked = Store::markAccountDeleted(session, id);
        if (!marked)
            return marked.error();
        transaction.publish(Events::accountDeleted(aboutOf(session, *account)));
        const Result<void> committed = transaction.commit();
        return committed ? account : Result<Store::Account>(committed.error());
    };
    const Result<Store::Account> account = co_await m_with.database.writing(std::move(mark));
    if (!account) {
        reply.fail(failedLookup(account.error(), ApiError::AccountNotFound));
        co_return;
    }
    m_with.logins.forget(id);
    // What its workers still write is purged too, because that begins after their end.
    m_with.scheduler.stopAccount(id, this, [this, id] {
        m_with.board.forget(id);
        m_with.outbox.stopAccount(id, this, [this, id] { m_with.purger.purge(id); });
    });
    co_await forget(account->secretRef);
    co_await forget(account->smtpSecretRef);
    co_await forget(account->proxySecretRef);
    m_with.board.forget(id);
    reply.send(Http::Response::data("null", "deleted"));
}

QCoro::Task<Result<Accounts::Trial, ApiFailure>> Accounts::trialOf(Http::Request request)
{
    Http::Body body(request.body);
    AccountInput input = readNewAccount(body);
    const std::optional<qint64> id = body.optionalInteger("id"_L1, 1);
    if (body.failure())
        co_return *body.failure();
    if (input.oauthGrant && !m_with.grants.has(request.userId(), *input.oauthGrant))
        co_return unknownGrant();
    Store::Account stored;
    if (id) {
        const Store::Viewer viewer = m_with.access.viewer(request);
        const Result<Store::Account, ApiFailure> found = co_await find(*id, viewer);
        if (!found)
            co_return found.error();
        stored = *found;
    }
    const ReusedSecrets kept = keptInTest(stored, input);
    const std::optional<ApiFailure> refused = testRefusal(request, stored, input, kept);
    if (refused)
        co_return *refused;
    if (!kept.password)
        stored.secretRef.clear();
    else
        input.account.authType = stored.authType;
    checkLogins(body, input.account, kept.smtpPassword || isEntered(input.smtpPassword));
    if (body.failure())
        co_return *body.failure();
    const Result<QByteArray> secret = co_await testedSecret(request.userId(), input, stored);
    const QByteArray smtpRef = kept.smtpPassword ? stored.smtpSecretRef : QByteArray();
    const QByteArray smtpPassword =
        co_await tested(input.smtpPassword.value_or(QByteArray()), smtpRef);
    const QByteArray proxyRef = kept.proxyLogin ? stored.proxySecretRef : QByteArray();
    const QByteArray proxyLogin =
        co_await tested(input.proxyLogin.value_or(QByteArray()), proxyRef);
    Trial trial;
    trial.account = input.account;
    trial.smtpPassword = smtpPassword;
    trial.proxyLogin = proxyLogin;
    if (secret)
        trial.password = *secret;
    else
        trial.noPassword = secret.error();
    if (kept.password && stored.authType == "oauth2")
        trial.signedIn = stored;
    co_return trial;
}

QCoro::Task<> Accounts::testConnection(Http::Request request, Http::Reply reply)
{
    const Result<Trial, ApiFailure> trial = co_await trialOf(std::move(request));
    if (!trial) {
        reply.fail(trial.error());
        co_return;
    }
    if (trial->noPassword) {
        const ServerTest failed{ .error = *trial->noPassword };
        reply.send(Http::Response::data(connectionTestJson({ failed, std::nullopt })));
        co_return;
    }
    ConnectionTest test =
        co_await testBoth(trial->account, trial->password, trial->smtpPassword, trial->proxyLogin);
    const bool isRefused = test.imap.error && !test.imap.refused.isEmpty();
    if (trial->signedIn && isRefused) {
        const std::optional<QByteArray> fresh = co_await renewedToken(*trial);
        if (fresh) {
            ConnectionTest again =
                co_await testBoth(trial->account, *fresh, trial->smtpPassword, trial->proxyLogin);
            test = std::move(again);
        }
    }
    reply.send(Http::Response::data(connectionTestJson(test)));
}

// The one that we hold may have ended early.
QCoro::Task<std::optional<QByteArray>> Accounts::renewedToken(Trial trial)
{
    if (!trial.signedIn)
        co_return std::nullopt;
    const Result<QByteArray> fresh =
        co_await m_with.logins.secretAfter(*trial.signedIn, trial.password);
    co_return fresh ? std::optional<QByteArray>(*fresh) : std::nullopt;
}

QCoro::Task<ConnectionTest> Accounts::testBoth(Store::Account account, QByteArray password,
                                               QByteArray smtpPassword, QByteArray proxyLogin)
{
    if (smtpPassword.isEmpty())
        smtpPassword = password;
    else
        account.smtpSecretRef = "given"; // it has one of its own, see Outbox::smtpLogin()
    auto imap = testImap(m_with.tls, m_with.imap, account, password, proxyLogin);
    auto smtp = testSmtp(m_with.tls, m_with.smtp, account, smtpPassword, proxyLogin); // meanwhile
    ConnectionTest test;
    ServerTest imapTest = co_await imap;
    test.imap = std::move(imapTest);
    std::optional<ServerTest> smtpTest = co_await smtp;
    test.smtp = std::move(smtpTest);
    co_return test;
}

QCoro::Task<Result<QByteArray>> Accounts::testedSecret(qint64 userId, AccountInput input,
                                                       Store::Account stored)
{
    if (input.oauthGrant) {
        const Result<OAuth::Grant> grant = co_await m_with.grants.find(userId, *input.oauthGrant);
        if (!grant)
            co_return grant.error();
        co_return grant->tokens.accessToken;
    }
    if (stored.secretRef.isEmpty())
        co_return input.password.value_or(QByteArray());
    Result<QByteArray> secret = co_await m_with.logins.secret(stored);
    if (!secret && stored.authType != "oauth2")
        co_return QByteArray();
    co_return secret;
}

QCoro::Task<> Accounts::previewFolders(Http::Request request, Http::Reply reply)
{
    const Result<Trial, ApiFailure> trial = co_await trialOf(std::move(request));
    if (!trial) {
        reply.fail(trial.error());
        co_return;
    }
    if (trial->noPassword) {
        reply.fail(verifyFailure(*trial->noPassword));
        co_return;
    }
    Result<FolderPreview> preview = co_await Api::previewFolders(
        m_with.tls, m_with.imap, trial->account, trial->password, trial->proxyLogin);
    if (!preview && preview.error().code == Error::Code::Unauthorized) {
        const std::optional<QByteArray> fresh = co_await renewedToken(*trial);
        if (fresh) {
            Result<FolderPreview> again = co_await Api::previewFolders(
                m_with.tls, m_with.imap, trial->account, *fresh, trial->proxyLogin);
            preview = std::move(again);
        }
    }
    if (!preview) {
        reply.fail(verifyFailure(preview.error()));
        co_return;
    }
    reply.send(Http::Response::data(folderPreviewJson(*preview)));
}

QCoro::Task<QByteArray> Accounts::tested(QByteArray given, QByteArray storedRef)
{
    if (storedRef.isEmpty())
        co_return given;
    const Result<QByteArray> secret = co_await m_with.secrets.get(QString::fromLatin1(storedRef));
    co_return secret ? *secret : QByteArray();
}

QCoro::Task<> Accounts::syncNow(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const Result<Store::Account, ApiFailure> account = co_await find(request.id(), viewer);
    if (!account || account->status == "disabled") {
        reply.fail(account ? failed(ApiError::AccountDisabled) : account.error());
        co_return;
    }
    m_with.scheduler.syncNow(account->id, this, [reply, id = account->id](bool isStarted) {
        Json::Writer json;
        json.beginObject().key("accountId").value(id);
        json.key("state").value(isStarted ? "started" : "already_running").endObject();
        reply.send(Http::Response::data(json.take(),
                                        isStarted ? "sync started" : "a sync is running already"));
    });
}

} // namespace Api
