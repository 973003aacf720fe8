// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accounts.h"

#include "api/accountfolders.h"
#include "api/accountsecrets.h"
#include "api/accountwrite.h"
#include "api/failure.h"
#include "http/query.h"
#include "store/secrets/keychainitems.h"
#include "store/sql/session.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Json::Bytes viewJson(const AccountView &view)
{
    Json::Writer json;
    writeAccount(json, view);
    return json.take();
}

/// The machines of the service are for administrators only, as GET /nodes is.
AccountView shownTo(const Http::Request &request, AccountView view)
{
    if (!Access::isAdmin(request))
        view.node.reset();
    return view;
}

bool isVerifying(QByteArrayView query)
{
    return Http::Query(query.toByteArray()).boolean("verify"_L1).value_or(false);
}

} // namespace

Accounts::Accounts(Collaborators with, QObject *parent)
    : QObject(parent), m_with(std::move(with)),
      m_trials({ m_with.database, m_with.secrets, m_with.logins, m_with.grants, m_with.access,
                 m_with.tls, m_with.imap, m_with.smtp })
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
    const auto addProbe = [&](const QByteArray &path, Http::RouteRate rate,
                              Http::Route::Handler handler) {
        Http::Route route{ .rate = rate, .handler = std::move(handler) };
        router.add("POST", path, m_with.probes.limited("probes", std::move(route)));
    };
    addProbe(
        "/api/v1/accounts", { .isCounted = isVerifying },
        [this](const Http::Request &request, const Http::Reply &reply) { create(request, reply); });
    addProbe("/api/v1/accounts/test-connection", {},
             [this](const Http::Request &request, const Http::Reply &reply) {
                 m_trials.testConnection(request, reply);
             });
    addProbe("/api/v1/accounts/folders", {},
             [this](const Http::Request &request, const Http::Reply &reply) {
                 m_trials.previewFolders(request, reply);
             });
}

void Accounts::list(const Http::Request &request, const Http::Reply &reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const bool showsNodes = Access::isAdmin(request);
    const auto runtimes = m_with.board.all();
    const auto answerAll = [=](const Http::Request &,
                               Store::Session &session) -> Result<Json::Bytes, ApiFailure> {
        const auto accounts = Store::accounts(session, viewer);
        const auto stats = Store::stats(session, viewer);
        const auto inKeychain = Store::keychainItems(session);
        const auto problems = Store::allFolderProblems(session);
        const auto nodes = showsNodes ? Store::holders(session) : QHash<qint64, Store::Holder>();
        if (!accounts || !stats || !inKeychain)
            return storageFailure(!accounts    ? accounts.error()
                                      : !stats ? stats.error()
                                               : inKeychain.error());
        if (!problems)
            return storageFailure(problems.error());
        if (!nodes)
            return storageFailure(nodes.error());
        QHash<qint64, Store::AccountStats> statsOf;
        for (const Store::AccountStats &one : *stats)
            statsOf.insert(one.accountId, one);
        Json::Writer json;
        json.beginArray();
        for (const Store::Account &account : *accounts) {
            const auto node = nodes->constFind(account.id);
            writeAccount(json,
                         { account, statsOf.value(account.id), runtimes.value(account.id),
                           inKeychain->contains(account.secretRef), problems->value(account.id),
                           node == nodes->constEnd() ? std::nullopt : std::optional(*node) });
        }
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
        return viewJson(shownTo(asked, *view));
    };
    Handlers(m_with.database).reading(answerOne)(request, reply);
}

void Accounts::sendView(const Http::Request &request, const Http::Reply &reply,
                        const AccountView &view, const QByteArray &message, int status) const
{
    AccountView shown = shownTo(request, view);
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

QCoro::Task<Result<Store::Account, ApiFailure>> Accounts::keepSecrets(AccountInput input)
{
    Store::Account named = input.account;
    for (const AccountSecret &secret : accountSecrets)
        (named.*secret.ref).clear();
    for (const AccountSecret &secret : accountSecrets) {
        const QByteArray given = (input.*secret.given).value_or(QByteArray());
        const Result<QByteArray, ApiFailure> ref = co_await keep(given);
        if (!ref) {
            co_await forgetSecrets(named);
            co_return ref.error();
        }
        named.*secret.ref = *ref;
    }
    co_return named;
}

QCoro::Task<> Accounts::forgetSecrets(Store::Account account)
{
    for (const AccountSecret &secret : accountSecrets)
        co_await forget(account.*secret.ref);
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
    const std::optional<ApiFailure> noGrant =
        co_await grantRefusal(&m_with.grants, request.userId(), input.oauthGrant);
    if (noGrant) {
        reply.fail(*noGrant);
        co_return;
    }
    if (isVerified) {
        const std::optional<Error> error = co_await m_trials.verified(request.userId(), input);
        if (error) {
            reply.fail(verifyFailure(*error));
            co_return;
        }
    }
    const auto grant = co_await heldGrant(request.userId(), &input);
    if (!grant) {
        reply.fail(grant.error());
        co_return;
    }
    const ViewResult view = co_await createWith(request, input);
    std::optional<Store::Account> user;
    if (view)
        user = view->account;
    co_await endGrant(request.userId(), input, *grant, user);
    if (!view) {
        reply.fail(view.error());
        co_return;
    }
    m_with.board.note(view->account.id, { .mode = Sync::Mode::Connecting });
    m_with.scheduler.startAccount(view->account.id);
    sendView(request, reply, *view, "created", 201);
}

QCoro::Task<Accounts::ViewResult> Accounts::createWith(Http::Request request, AccountInput input)
{
    const Result<Store::Account, ApiFailure> named = co_await keepSecrets(input);
    CO_RETURN_IF_ERROR(named);
    auto insert = [account = *named, userId = request.userId(), most = m_with.mostOfAUser,
                   viewer = m_with.access.viewer(request.userId())](Store::Session &session) {
        return insertAccount(session, account, userId, most, viewer);
    };
    ChangeResult stored = co_await m_with.database.writing(std::move(insert));
    if (stored && *stored)
        co_return *stored;
    // If the account may be stored, its secrets stay; the next start removes those that no account names
    // (SecretSetup).
    if (stored || stored.error().code != Error::Code::OutcomeUnknown)
        co_await forgetSecrets(*named);
    if (stored)
        co_return *stored;
    co_return failedChange(stored.error());
}

QCoro::Task<Result<std::optional<OAuth::Grant>, ApiFailure>>
Accounts::heldGrant(qint64 userId, AccountInput *input)
{
    if (!input->oauthGrant)
        co_return std::optional<OAuth::Grant>();
    const Result<OAuth::Grant> grant = co_await m_with.grants.hold(userId, *input->oauthGrant);
    if (!grant)
        co_return grant.error().code == Error::Code::NotFound ? unknownGrant()
                                                              : storageFailure(grant.error());
    input->password = grant->tokens.refreshToken;
    input->account.oauthProvider = grant->provider.toLatin1();
    co_return std::optional<OAuth::Grant>(*grant);
}

QCoro::Task<> Accounts::endGrant(qint64 userId, AccountInput input,
                                 std::optional<OAuth::Grant> grant,
                                 std::optional<Store::Account> account)
{
    if (!grant)
        co_return;
    if (!account) {
        co_await m_with.grants.release(userId, *input.oauthGrant);
        co_return;
    }
    co_await m_with.grants.spend(userId, *input.oauthGrant);
    OAuth::Tokens tokens = grant->tokens;
    const auto age = OAuth::monotonicNow() - grant->givenAt;
    tokens.life -= std::chrono::ceil<std::chrono::seconds>(age);
    if (tokens.life.count() > 0)
        m_with.logins.adopt(account->id, account->secretRef, tokens);
}

QCoro::Task<Result<Store::Account, ApiFailure>> Accounts::findOwn(Http::Request request)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    Result<Store::Account, ApiFailure> account =
        co_await findAccount(m_with.database, request.id(), viewer);
    CO_RETURN_IF_ERROR(account);
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
    const auto grant = co_await heldGrant(request.userId(), &input);
    if (!grant) {
        reply.fail(grant.error());
        co_return;
    }
    checkKeptSecrets(body, *before, input);
    checkLogins(body, input.account, hasSmtpPassword(*before, input));
    if (body.failure()) {
        const std::optional<Store::Account> notStored;
        co_await endGrant(request.userId(), input, *grant, notStored);
        reply.fail(*body.failure());
        co_return;
    }
    const bool isReconnecting = needsReconnect(*before, input);
    // The account as change() finds it. `before` may be older: a refresh token may have been replaced.
    const auto replaced = std::make_shared<Store::Account>();
    const ViewResult view = co_await change(request, input, replaced);
    std::optional<Store::Account> user;
    if (view)
        user = view->account;
    co_await endGrant(request.userId(), input, *grant, user);
    if (!view) {
        reply.fail(view.error());
        co_return;
    }
    const qint64 id = view->account.id;
    if (view->account.authType != "oauth2")
        m_with.logins.forget(id);
    for (const AccountSecret &secret : accountSecrets) {
        if (view->account.*secret.ref != (*replaced).*secret.ref)
            co_await forget((*replaced).*secret.ref);
    }
    if (view->account.status == "disabled")
        m_with.scheduler.stopAccount(id);
    else if (isReconnecting || before->status == "disabled")
        m_with.scheduler.restartAccount(id);
    m_with.outbox.wake(); // queued mails may have waited for this change
    sendView(request, reply, *view, "updated");
}

QCoro::Task<Accounts::ViewResult> Accounts::change(Http::Request request, AccountInput input,
                                                   std::shared_ptr<Store::Account> replaced)
{
    const Result<Store::Account, ApiFailure> named = co_await keepSecrets(input);
    CO_RETURN_IF_ERROR(named);
    for (const AccountSecret &secret : accountSecrets) {
        if (input.*secret.given)
            input.account.*secret.ref = *named.*secret.ref;
    }
    const AccountChange change{ .id = request.id(), .body = request.body, .input = input };
    auto write = [change, viewer = m_with.access.viewer(request),
                  replaced](Store::Session &session) {
        return changeAccount(session, change, viewer, *replaced);
    };
    ChangeResult written = co_await m_with.database.writing(std::move(write));
    if (written && *written)
        co_return *written;
    if (!written && written.error().code == Error::Code::OutcomeUnknown)
        co_return failedChange(written.error()); // the row may refer to the new secrets
    co_await forgetSecrets(*named);
    if (written)
        co_return *written;
    co_return failedChange(written.error());
}

QCoro::Task<> Accounts::setStatus(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    body.text("status"_L1); // required here, unlike in update()
    if (body.failure()) {
        reply.fail(*body.failure());
        co_return;
    }
    // Only the status is changed; other fields of the body are ignored.
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
    auto mark = [=](Store::Session &session) {
        return markDeleted(session, id, viewer);
    };
    const Result<Store::Account> account = co_await m_with.database.writing(std::move(mark));
    if (!account) {
        reply.fail(failedLookup(account.error(), ApiError::AccountNotFound));
        co_return;
    }
    m_with.logins.forget(id);
    purge(id);
    co_await forgetSecrets(*account);
    m_with.board.forget(id);
    reply.send(Http::Response::data("null", "deleted"));
}

// Purging begins after the workers of the account have ended, so that it includes all that they wrote.
QCoro::Task<> Accounts::purge(qint64 accountId)
{
    co_await m_with.scheduler.stopAccount(accountId);
    m_with.board.forget(accountId);
    co_await m_with.outbox.stopAccount(accountId);
    m_with.purger.purge(accountId);
}

QCoro::Task<> Accounts::syncNow(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const Result<Store::Account, ApiFailure> account =
        co_await findAccount(m_with.database, request.id(), viewer);
    if (!account || account->status == "disabled") {
        reply.fail(account ? failed(ApiError::AccountDisabled) : account.error());
        co_return;
    }
    const bool isStarted = co_await m_with.scheduler.syncNow(account->id);
    Json::Writer json;
    json.beginObject().key("accountId").value(account->id);
    json.key("state").value(isStarted ? "started" : "already_running").endObject();
    reply.send(Http::Response::data(json.take(),
                                    isStarted ? "sync started" : "a sync is running already"));
}

} // namespace Api
