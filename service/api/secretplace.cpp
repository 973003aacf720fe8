// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/secretplace.h"

#include "mailbox/imapendpoint.h"
#include "outbox/smtpendpoint.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

int strengthOf(Net::Security way)
{
    switch (way) {
    case Net::Security::None:
        return 0;
    case Net::Security::StartTls:
        return 1;
    case Net::Security::Tls:
    case Net::Security::Auto: // does not occur after Net::resolved()
        break;
    }
    return 2;
}

SecretPlace placeOf(const Net::Endpoint &endpoint, const QByteArray &mechanism)
{
    const Net::Security way = Net::resolved(endpoint.security, endpoint.port);
    const bool isReadable = mechanism == "PLAIN" || mechanism == "LOGIN";
    return { endpoint.host.toLower(),
             endpoint.port,
             way,
             endpoint.tlsPin,
             Net::proxyUrl(endpoint.proxy),
             way == Net::Security::None && isReadable };
}

bool mayFollow(const std::optional<SecretPlace> &from, const std::optional<SecretPlace> &to)
{
    return !to || (from && mayFollow(*from, *to));
}

/// The IMAP password is sent to the SMTP server only if the account has no SMTP password.
std::optional<SecretPlace> smtpPlaceOfPassword(const SecretPlaces &places)
{
    return places.hasSmtpPassword ? std::nullopt : places.smtp;
}

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https" ? 443 : 80);
}

} // namespace

bool mayFollow(const SecretPlace &from, const SecretPlace &to)
{
    const bool isSameWay = from.host == to.host && from.proxyUrl == to.proxyUrl;
    const bool isSamePin = to.tlsPin.isEmpty() || to.tlsPin == from.tlsPin;
    const bool isWeaker = strengthOf(to.way) < strengthOf(from.way);
    const bool isOtherPlainPort = to.way == Net::Security::None && to.port != from.port;
    const bool isNewlyShown = to.showsSecret && !from.showsSecret;
    return isSameWay && isSamePin && !isWeaker && !isOtherPlainPort && !isNewlyShown;
}

SecretPlaces placesOf(const Store::Account &account, bool hasSmtpPassword)
{
    SecretPlaces places;
    places.imap = placeOf(Mailbox::imapEndpoint(account, {}), account.authMechanism);
    places.hasSmtpPassword = hasSmtpPassword;
    const Result<Net::Endpoint> smtp = Outbox::smtpEndpoint(account);
    if (smtp)
        places.smtp = placeOf(*smtp, account.smtpAuthMechanism);
    return places;
}

QList<ApiErrorDetail> secretsToEnter(const SecretPlaces &from, const SecretPlaces &to,
                                     const ReusedSecrets &reused)
{
    QList<ApiErrorDetail> details;
    const bool staysPassword = mayFollow(from.imap, to.imap)
        && mayFollow(smtpPlaceOfPassword(from), smtpPlaceOfPassword(to));
    if (reused.password && !staysPassword && reused.isSignIn)
        details.append({ u"oauthGrant"_s,
                         u"sign in again, because the token would be sent to another server"_s });
    else if (reused.password && !staysPassword)
        details.append({ u"password"_s, enterAgain(u"password"_s) });
    if (reused.smtpPassword && !mayFollow(from.smtp, to.smtp))
        details.append({ u"smtpPassword"_s, enterAgain(u"password"_s) });
    const bool isOtherProxy = to.imap.proxyUrl != from.imap.proxyUrl;
    if (reused.proxyLogin && !to.imap.proxyUrl.isEmpty() && isOtherProxy)
        details.append({ u"proxyUrl"_s, enterAgain(u"login"_s) });
    return details;
}

bool isSameReceiver(const QString &from, const QString &to)
{
    const QUrl one(from);
    const QUrl other(to);
    return one.scheme() == other.scheme() && portOf(one) == portOf(other)
        && one.host().compare(other.host(), Qt::CaseInsensitive) == 0;
}

QString enterAgain(const QString &what)
{
    return u"enter the %1 again, because it would be sent to another server"_s.arg(what);
}

} // namespace Api
