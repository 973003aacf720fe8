// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/connectiontest.h"

#include "common/apierror.h"
#include "common/shortened.h"
#include "outbox/smtpendpoint.h"
#include "sync/health.h"
#include "sync/imapendpoint.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

QCoro::Task<ServerTest> testImap(Net::TlsPolicy tls, Imap::SessionOptions options,
                                 Store::Account account, QByteArray password, QByteArray proxyLogin)
{
    options.openTimeout = 15s;
    options.silenceTimeout = 15s;
    Imap::Session session(std::move(tls), options);
    ServerTest test;
    const Result<void> opened = co_await session.open(Sync::imapEndpoint(account, proxyLogin));
    if (!opened) {
        test.error = opened.error();
        test.fingerprint = session.peerKey();
        co_return test;
    }
    Imap::Login login;
    login.username = account.username;
    login.password = password;
    const Result<void> loggedIn = co_await session.login(login);
    if (!loggedIn)
        test.error = loggedIn.error();
    else
        test.capabilities = session.capabilities().names();
    co_await session.logout();
    co_return test;
}

QCoro::Task<std::optional<ServerTest>> testSmtp(Net::TlsPolicy tls, Smtp::SessionOptions options,
                                                Store::Account account, QByteArray password,
                                                QByteArray proxyLogin)
{
    if (account.smtpHost.isEmpty())
        co_return std::nullopt;
    Result<Net::Endpoint> endpoint = Outbox::smtpEndpoint(account);
    if (endpoint)
        endpoint->proxy.login = proxyLogin;
    options.openTimeout = 15s;
    options.commandTimeout = 15s;
    Smtp::Session session(std::move(tls), options);
    ServerTest test;
    const Result<void> opened = co_await session.open(*endpoint);
    if (!opened) {
        test.error = opened.error();
        test.fingerprint = session.peerKey();
        co_return test;
    }
    Net::Credentials credentials;
    credentials.username = account.smtpUsername.isEmpty() ? account.username : account.smtpUsername;
    credentials.password = password;
    const Result<void> loggedIn = co_await session.login(std::move(credentials));
    if (!loggedIn)
        test.error = loggedIn.error();
    else
        test.capabilities = session.extensions().keywords();
    co_await session.quit();
    co_return test;
}

namespace {

// A server may offer what it likes; the longest lists of real ones have about 60.
constexpr qsizetype mostCapabilities = 200;
constexpr qsizetype longestCapability = 100;

void writeTest(Json::Writer &json, const ServerTest &test)
{
    const bool works = !test.error;
    const qsizetype count = test.capabilities.size();
    const bool isCertificate = !works && test.error->code == Error::Code::Certificate;
    json.beginObject().key("ok").value(works).key("error");
    works ? json.null() : json.value(test.error->message);
    json.key("errorCode");
    works ? json.null() : json.value(Sync::errorCodeOf(test.error->code));
    json.key("fingerprint");
    isCertificate && !test.fingerprint.isEmpty() ? json.value(test.fingerprint.toHex())
                                                 : json.null();
    json.key("capabilities").beginArray();
    for (const QByteArray &name : test.capabilities.first(std::min(count, mostCapabilities)))
        json.value(Text::shortened(name, longestCapability));
    json.endArray().endObject();
}

} // namespace

Json::Bytes connectionTestJson(const ConnectionTest &test)
{
    std::optional<Error> error = test.imap.error;
    if (!error && test.smtp)
        error = test.smtp->error;
    Json::Writer json;
    json.beginObject().key("success").value(!error).key("message");
    error ? json.value(error->message) : json.value(u"The connection works."_s);
    json.key("imap");
    writeTest(json, test.imap);
    json.key("smtp");
    if (test.smtp)
        writeTest(json, *test.smtp);
    else
        json.null();
    return json.endObject().take();
}

ApiFailure verifyFailure(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unauthorized:
        return { .error = ApiError::ImapAuthFailed, .message = error.message };
    case Error::Code::Timeout:
        return { .error = ApiError::UpstreamTimeout, .message = error.message };
    default:
        return { .error = ApiError::ImapUnreachable, .message = error.message };
    }
}

} // namespace Api
