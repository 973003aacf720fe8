// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/connectiontest.h"

#include "api/accountjson.h"
#include "common/apierror.h"
#include "common/shortened.h"
#include "common/timestamp.h"
#include "mailbox/folderroles.h"
#include "mailbox/opening.h"
#include "outbox/smtpendpoint.h"
#include "sync/health.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

using Net::Security;

constexpr std::chrono::milliseconds mostOfAll = 15s;
/// Less than mostOfAll, to leave time for the other way: a TLS port sends no greeting.
constexpr std::chrono::milliseconds mostOfStartTls = 10s;
constexpr std::chrono::milliseconds mostOfOtherWay = 4s;

std::chrono::milliseconds openWithin(const Net::Endpoint &endpoint)
{
    const bool mayBeSilent = endpoint.security == Security::StartTls;
    return mayBeSilent ? mostOfStartTls : mostOfAll;
}

/// The other kind of connection that the port may support, after this error; nothing: none.
std::optional<Security> otherWay(const Net::Endpoint &endpoint, const Error &error)
{
    const Security tried = Net::resolved(endpoint.security, endpoint.port);
    const bool isUnsure = Net::mayBeTls(endpoint.security, endpoint.port); // tried both ways
    if (tried == Security::Tls && !isUnsure && error.code == Error::Code::Tls)
        return Security::StartTls;
    const bool isSilent = error.code == Error::Code::Timeout || error.code == Error::Code::Tls
        || error.code == Error::Code::Unreachable;
    if (tried == Security::StartTls && !isUnsure && isSilent)
        return Security::Tls;
    return std::nullopt;
}

/// Whether a server answers on this connection, with any certificate. Does not log in.
template<typename Session, typename Options>
QCoro::Task<bool> answers(Net::TlsPolicy tls, Options options, Net::Endpoint endpoint)
{
    options.openTimeout = mostOfOtherWay;
    Session session(std::move(tls), options);
    const Result<void> opened = co_await session.open(endpoint);
    const bool isThere = opened.ok() || opened.error().code == Error::Code::Certificate;
    session.abort({ Error::Code::Cancelled, u"The connection was closed after the check."_s });
    co_return isThere;
}

template<typename Session, typename Options>
QCoro::Task<std::optional<Security>> wayOf(Net::TlsPolicy tls, Options options,
                                           Net::Endpoint endpoint, Error error)
{
    const std::optional<Security> other = otherWay(endpoint, error);
    if (!other)
        co_return std::nullopt;
    endpoint.security = *other;
    const bool isThere = co_await answers<Session>(tls, options, endpoint);
    if (!isThere)
        co_return std::nullopt;
    co_return other;
}

} // namespace

QCoro::Task<ServerTest> testImap(Net::TlsPolicy tls, Imap::SessionOptions options,
                                 Store::Account account, QByteArray password, QByteArray proxyLogin)
{
    account.provenMechanism.clear();
    Mailbox::Opening opening(account);
    opening.setSecret(password);
    opening.setProxyLogin(proxyLogin);
    const Net::Endpoint endpoint = opening.endpoint();
    options.openTimeout = openWithin(endpoint);
    options.silenceTimeout = mostOfAll;
    Imap::Session session(tls, options);
    ServerTest test;
    const Result<void> opened = co_await opening.connect(&session);
    if (!opened) {
        test.error = opened.error();
        test.fingerprint = session.peerKey();
        test.certificate = session.peerCertificate();
        test.host = endpoint.host;
        const auto way = co_await wayOf<Imap::Session>(tls, options, endpoint, opened.error());
        test.answersTo = way;
        co_return test;
    }
    test.security = session.security();
    const Result<void> loggedIn = co_await opening.logIn(&session);
    test.mechanism = session.mechanism();
    test.refused = session.refusedMechanisms();
    if (!loggedIn)
        test.error = loggedIn.error();
    else
        test.capabilities = session.capabilities().names();
    if (loggedIn) { // the test succeeds even if LIST is refused
        const Result<QList<Imap::ListedFolder>> listed = co_await session.list();
        if (listed)
            test.folderProblems = Mailbox::folderProblems(
                account, Mailbox::serverFolders(*listed, account.folderRoles), {});
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
    options.openTimeout = openWithin(*endpoint);
    options.commandTimeout = mostOfAll;
    Smtp::Session session(tls, options);
    ServerTest test;
    const Result<void> opened = co_await session.open(*endpoint);
    if (!opened) {
        test.error = opened.error();
        test.fingerprint = session.peerKey();
        test.certificate = session.peerCertificate();
        test.host = endpoint->host;
        const auto way = co_await wayOf<Smtp::Session>(tls, options, *endpoint, opened.error());
        test.answersTo = way;
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

// Limits for what a server sends. The longest lists of real servers have about 60 capabilities.
constexpr qsizetype mostCapabilities = 200;
constexpr qsizetype longestCapability = 100;
constexpr qsizetype longestName = 200;

/// Whether the certificate is for this host: `*` stands for the first label (RFC 9525); the common name
/// is used only if there are no alternative names.
bool isFor(const QSslCertificate &certificate, const QString &host)
{
    const auto others = certificate.subjectAlternativeNames();
    const QStringList names =
        others.isEmpty() ? certificate.subjectInfo(QSslCertificate::CommonName) : others.values();
    const QString wanted = QString::fromLatin1(QUrl::toAce(host));
    return std::ranges::any_of(names, [&host, &wanted](const QString &name) {
        if (name.startsWith(u"*."_s))
            return wanted.section(u'.', 1).compare(name.sliced(2), Qt::CaseInsensitive) == 0;
        return name.compare(wanted.isEmpty() ? host : wanted, Qt::CaseInsensitive) == 0;
    });
}

/// The fields that a person compares with those that the provider publishes. The server chose them, so
/// their length is limited.
void writeCertificate(Json::Writer &json, const QSslCertificate &certificate, const QString &host)
{
    const auto nameOf = [](const QStringList &commonNames, const QStringList &organisations) {
        const QStringList names = commonNames.isEmpty() ? organisations : commonNames;
        return Text::shortened(names.join(u", "_s), longestName);
    };
    json.beginObject().key("issuer").value(
        nameOf(certificate.issuerInfo(QSslCertificate::CommonName),
               certificate.issuerInfo(QSslCertificate::Organization)));
    json.key("subject").value(nameOf(certificate.subjectInfo(QSslCertificate::CommonName),
                                     certificate.subjectInfo(QSslCertificate::Organization)));
    json.key("expiresAt").value(Timestamp::toIso(certificate.expiryDate().toSecsSinceEpoch()));
    json.key("matchesHost").value(isFor(certificate, host));
    json.endObject();
}

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
    json.key("certificate");
    if (isCertificate && !test.certificate.isNull())
        writeCertificate(json, test.certificate, test.host);
    else
        json.null();
    json.key("answersTo");
    test.answersTo ? json.value(Net::securityName(*test.answersTo)) : json.null();
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
