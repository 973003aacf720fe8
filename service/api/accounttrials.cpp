// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accounttrials.h"

#include "api/accountsecrets.h"
#include "api/failure.h"
#include "api/folderpreview.h"
#include "api/handlers.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

/// The stored secrets that a connection test would use: those for SMTP and for the proxy only if the
/// request names such a server.
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

} // namespace

QCoro::Task<Result<Store::Account, ApiFailure>> findAccount(Store::Database &database, qint64 id,
                                                            Store::Viewer viewer)
{
    auto load = [=](Store::Session &session) {
        return Store::accountById(session, id, viewer);
    };
    Result<Store::Account> account = co_await database.reading(std::move(load));
    if (!account)
        co_return failedLookup(account.error(), ApiError::AccountNotFound);
    co_return *account;
}

std::optional<ApiFailure> changeRefusal(const Http::Request &request, const Store::Account &account)
{
    if (Access::mayChange(request, account))
        return std::nullopt;
    ApiFailure refused = failed(ApiError::Forbidden);
    refused.message = u"Only the owner of this account and administrators may change it or test it "
                      "with its stored password."_s;
    return refused;
}

ApiFailure unknownGrant()
{
    ApiFailure failure = failed(ApiError::ValidationFailed);
    failure.details = { { u"oauthGrant"_s, u"is unknown or has expired: sign in again"_s } };
    return failure;
}

QCoro::Task<std::optional<ApiFailure>> grantRefusal(OAuth::Grants *grants, qint64 userId,
                                                    std::optional<QByteArray> handle)
{
    if (!handle)
        co_return std::nullopt;
    const Result<bool> isThere = co_await grants->has(userId, *handle);
    if (!isThere)
        co_return storageFailure(isThere.error());
    co_return *isThere ? std::nullopt : std::optional(unknownGrant());
}

QCoro::Task<std::optional<Error>> AccountTrials::verified(qint64 userId, AccountInput input)
{
    Store::Account none;
    const Result<QByteArray> password = co_await testedSecret(userId, input, none);
    CO_RETURN_IF_ERROR(password);
    const QByteArray proxyLogin = input.proxyLogin.value_or(QByteArray());
    const ServerTest test =
        co_await testImap(m_with.tls, m_with.imap, input.account, *password, proxyLogin);
    co_return test.error;
}

QCoro::Task<Result<AccountTrials::Trial, ApiFailure>> AccountTrials::trialOf(Http::Request request)
{
    Http::Body body(request.body);
    AccountInput input = readNewAccount(body);
    const std::optional<qint64> id = body.optionalInteger("id"_L1, 1);
    if (body.failure())
        co_return *body.failure();
    const std::optional<ApiFailure> noGrant =
        co_await grantRefusal(&m_with.grants, request.userId(), input.oauthGrant);
    if (noGrant)
        co_return *noGrant;
    Store::Account stored;
    if (id) {
        const Store::Viewer viewer = m_with.access.viewer(request);
        const Result<Store::Account, ApiFailure> found =
            co_await findAccount(m_with.database, *id, viewer);
        CO_RETURN_IF_ERROR(found);
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

QCoro::Task<> AccountTrials::testConnection(Http::Request request, Http::Reply reply)
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

// The access token that was tried may have become invalid before its expiry.
QCoro::Task<std::optional<QByteArray>> AccountTrials::renewedToken(Trial trial)
{
    if (!trial.signedIn)
        co_return std::nullopt;
    const Result<QByteArray> fresh =
        co_await m_with.logins.secretAfter(*trial.signedIn, trial.password);
    co_return fresh ? std::optional<QByteArray>(*fresh) : std::nullopt;
}

QCoro::Task<ConnectionTest> AccountTrials::testBoth(Store::Account account, QByteArray password,
                                                    QByteArray smtpPassword, QByteArray proxyLogin)
{
    if (smtpPassword.isEmpty())
        smtpPassword = password;
    else
        account.smtpSecretRef = "given"; // for Outbox::smtpLogin(): SMTP has its own password
    // Both tests run at the same time.
    auto imap = testImap(m_with.tls, m_with.imap, account, password, proxyLogin);
    auto smtp = testSmtp(m_with.tls, m_with.smtp, account, smtpPassword, proxyLogin);
    ConnectionTest test;
    ServerTest imapTest = co_await imap;
    test.imap = std::move(imapTest);
    std::optional<ServerTest> smtpTest = co_await smtp;
    test.smtp = std::move(smtpTest);
    co_return test;
}

QCoro::Task<Result<QByteArray>> AccountTrials::testedSecret(qint64 userId, AccountInput input,
                                                            Store::Account stored)
{
    if (input.oauthGrant) {
        const Result<OAuth::Grant> grant = co_await m_with.grants.find(userId, *input.oauthGrant);
        CO_RETURN_IF_ERROR(grant);
        co_return grant->tokens.accessToken;
    }
    if (stored.secretRef.isEmpty())
        co_return input.password.value_or(QByteArray());
    Result<QByteArray> secret = co_await m_with.logins.secret(stored);
    if (!secret && stored.authType != "oauth2")
        co_return QByteArray();
    co_return secret;
}

QCoro::Task<> AccountTrials::previewFolders(Http::Request request, Http::Reply reply)
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

QCoro::Task<QByteArray> AccountTrials::tested(QByteArray given, QByteArray storedRef)
{
    if (storedRef.isEmpty())
        co_return given;
    const Result<QByteArray> secret = co_await m_with.secrets.get(QString::fromLatin1(storedRef));
    co_return secret ? *secret : QByteArray();
}

} // namespace Api
