// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/connectiontest.h"

#include "common/apierror.h"
#include "sync/health.h"
#include "sync/imapendpoint.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

QCoro::Task<ImapTest> testImap(Net::TlsPolicy tls, Imap::SessionOptions options,
                               Store::Account account, QByteArray password)
{
    options.openTimeout = 15s;
    options.silenceTimeout = 15s;
    Imap::Session session(std::move(tls), options);
    ImapTest test;
    const Result<void> opened = co_await session.open(Sync::imapEndpoint(account));
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

Json::Bytes connectionTestJson(const ImapTest &test)
{
    const bool works = !test.error;
    const bool isCertificate = !works && test.error->code == Error::Code::Certificate;
    Json::Writer json;
    json.beginObject().key("success").value(works).key("message");
    works ? json.value(u"The connection works."_s) : json.value(test.error->message);
    json.key("imap").beginObject().key("ok").value(works).key("error");
    works ? json.null() : json.value(test.error->message);
    json.key("errorCode");
    works ? json.null() : json.value(Sync::errorCodeOf(test.error->code));
    json.key("fingerprint");
    isCertificate && !test.fingerprint.isEmpty() ? json.value(test.fingerprint.toHex())
                                                 : json.null();
    json.key("capabilities").beginArray();
    for (const QByteArray &name : test.capabilities)
        json.value(name);
    return json.endArray().endObject().key("smtp").null().endObject().take();
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
