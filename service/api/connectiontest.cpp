// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/connectiontest.h"

#include "api/accountjson.h"
#include "common/apierror.h"
#include "common/shortened.h"
#include "outbox/smtpendpoint.h"
#include "sync/folderroles.h"
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
    test.security = session.security();
    account.provenMechanism.clear();
    const Result<void> loggedIn = co_await session.login(Sync::imapLogin(account, password));
    test.mechanism = session.mechanism();
    test.refused = session.refusedMechanisms();
    if (!loggedIn)
        test.error = loggedIn.error();
    else
        test.capabilities = session.capabilities().names();
    if (loggedIn) { // a list that is refused says nothing of the connection
        const Result<QList<Imap::ListedFolder>> listed = co_await session.list();
        if (listed)
            test.folderProblems = Sync::folderProblems(
                account, Sync::serverFolders(*listed, account.folderRoles), {});
    }
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
    test.security = session.security();
    account.smtpProvenMechanism.clear();
    const Result<void> loggedIn = co_await session.login(Outbox::smtpLogin(account, password));
    test.mechanism = session.mechanism();
    test.refused = session.refusedMechanisms();
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
    json.key("security");
    test.security ? json.value(Net::securityName(*test.security)) : json.null();
    json.key("capabilities").beginArray();
    for (const QByteArray &name : test.capabilities.first(std::min(count, mostCapabilities)))
        json.value(Text::shortened(name, longestCapability));
    json.endArray().key("mechanism");
    test.mechanism.isEmpty() ? json.null() : json.value(test.mechanism);
    json.key("refusedMechanisms").beginArray();
    for (const QByteArray &name : test.refused)
        json.value(name);
    json.endArray();
}

QString messageOf(const ConnectionTest &test, const std::optional<Error> &error)
{
    if (error)
        return error->message;
    if (test.imap.folderProblems.isEmpty())
        return u"The connection works."_s;
    return u"The connection works. "_s + problemText(test.imap.folderProblems.first());
}

} // namespace

Json::Bytes connectionTestJson(const ConnectionTest &test)
{
    std::optional<Error> error = test.imap.error;
    if (!error && test.smtp)
        error = test.smtp->error;
    Json::Writer json;
    json.beginObject().key("success").value(!error).key("message");
    json.value(messageOf(test, error)).key("imap");
    writeTest(json, test.imap);
    json.key("folderProblems");
    writeFolderProblems(json, test.imap.folderProblems);
    json.endObject().key("smtp");
    if (!test.smtp) {
        json.null();
        return json.endObject().take();
    }
    writeTest(json, *test.smtp);
    return json.endObject().endObject().take();
}

ApiFailure verifyFailure(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unauthorized:
    case Error::Code::SecretMissing: // the sign-in is not valid any more
        return { .error = ApiError::ImapAuthFailed, .message = error.message };
    case Error::Code::Timeout:
        return { .error = ApiError::UpstreamTimeout, .message = error.message };
    default:
        return { .error = ApiError::ImapUnreachable, .message = error.message };
    }
}

} // namespace Api
