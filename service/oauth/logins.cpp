// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/logins.h"

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

template<typename T>
using Task = QCoro::Task<T>;

/// Awaits the task on the calling thread and passes its value to the thread of `home`.
template<typename T>
Task<void> awaitFor(Task<T> task, Async::Home home, Async::Completion<T> done)
{
    T value = co_await task;
    const auto shared = std::make_shared<T>(std::move(value));
    home.post([done, shared] { done.finish(std::move(*shared)); });
}

/// Runs `begin(worker)`, which returns a task, on the worker's thread. Resumes here with the task's value.
template<typename T, typename Begin>
Task<T> there(const Resident<AccessTokens> *worker, Begin begin)
{
    const Async::Completion<T> done;
    const Async::Home home;
    worker->post([begin = std::move(begin), home, done](AccessTokens &tokens) {
        awaitFor<T>(begin(tokens), home, done);
    });
    T value = co_await done;
    co_return value;
}

using Given = Result<Tokens, TokenFailure>;

} // namespace

Logins::Logins(Net::CallThread &thread, Context context)
    : m_secrets(context.secrets), m_providers(context.providers),
      m_tokens(new AccessTokens(std::move(context)))
{
    thread.adopt(m_tokens.get());
}

Task<Result<QByteArray>> Logins::token(TokenWish wish)
{
    auto begin = [wish](AccessTokens &tokens) {
        return tokens.token(wish);
    };
    Result<QByteArray> given = co_await there<Result<QByteArray>>(&m_tokens, std::move(begin));
    co_return given;
}

Task<Result<QByteArray>> Logins::secret(Store::Account account)
{
    if (account.authType == "oauth2") {
        Result<QByteArray> access = co_await secretAfter(std::move(account), QByteArray());
        co_return access;
    }
    Result<QByteArray> password = co_await m_secrets.get(QString::fromLatin1(account.secretRef));
    co_return password;
}

Task<Result<QByteArray>> Logins::smtpSecret(Store::Account account)
{
    if (account.smtpSecretRef.isEmpty() && account.secretRef.isEmpty())
        co_return QByteArray();
    if (account.smtpSecretRef.isEmpty()) {
        Result<QByteArray> same = co_await secret(std::move(account));
        co_return same;
    }
    const QString ref = QString::fromLatin1(account.smtpSecretRef);
    Result<QByteArray> own = co_await m_secrets.get(ref);
    co_return own;
}

Task<Result<QByteArray>> Logins::secretAfter(Store::Account account, QByteArray refused)
{
    TokenWish wish;
    wish.accountId = account.id;
    wish.secretRef = account.secretRef;
    wish.refused = std::move(refused);
    Result<QByteArray> given = co_await token(std::move(wish));
    co_return given;
}

Error Logins::refused(const Store::Account &account, const QByteArray &token, const Error &why)
{
    const QString name = QString::fromLatin1(account.oauthProvider);
    const Error told{
        Error::Code::SecretMissing,
        u"The mail server refused the access token of %1, and a new one too: sign in again with "
        "the account of this mailbox. %2"_s.arg(m_providers.value(name).label, why.message)
    };
    m_tokens.post(
        [id = account.id, token, told](AccessTokens &tokens) { tokens.refuse(id, token, told); });
    return told;
}

void Logins::adopt(qint64 accountId, QByteArray secretRef, Tokens tokens)
{
    m_tokens.post([=](AccessTokens &worker) { worker.adopt(accountId, secretRef, tokens); });
}

void Logins::forget(qint64 accountId)
{
    m_tokens.post([accountId](AccessTokens &worker) { worker.forget(accountId); });
}

Task<Given> Logins::exchange(Provider provider, SignIn signIn, QString code)
{
    auto begin = [=](AccessTokens &tokens) {
        return tokens.client().exchange(provider, signIn, code);
    };
    Given given = co_await there<Given>(&m_tokens, std::move(begin));
    co_return given;
}

Task<Given> Logins::refresh(Provider provider, QByteArray refreshToken)
{
    auto begin = [=](AccessTokens &tokens) {
        return tokens.client().refresh(provider, refreshToken);
    };
    Given given = co_await there<Given>(&m_tokens, std::move(begin));
    co_return given;
}

Task<Result<DeviceCode, TokenFailure>> Logins::askDevice(Provider provider)
{
    auto begin = [=](AccessTokens &tokens) {
        return tokens.client().askDevice(provider);
    };
    Result<DeviceCode, TokenFailure> code =
        co_await there<Result<DeviceCode, TokenFailure>>(&m_tokens, std::move(begin));
    co_return code;
}

Task<Given> Logins::pollDevice(Provider provider, QByteArray deviceCode)
{
    auto begin = [=](AccessTokens &tokens) {
        return tokens.client().pollDevice(provider, deviceCode);
    };
    Given given = co_await there<Given>(&m_tokens, std::move(begin));
    co_return given;
}

void Logins::beginStop()
{
    m_tokens.beginStop();
}

void Logins::stop(std::chrono::milliseconds time)
{
    m_tokens.stop(time);
}

} // namespace OAuth
