// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/smtpendpoint.h"

#include "providers/catalogue.h"

using namespace Qt::StringLiterals;

namespace Outbox {

namespace {

using Net::Security;

constexpr quint16 submission = 587;  // RFC 6409
constexpr quint16 submissions = 465; // RFC 8314

} // namespace

std::optional<Provider> providerOf(const Store::Account &account)
{
    const QString domain = account.email.sliced(account.email.lastIndexOf(u'@') + 1);
    std::optional<Providers::Provider> known = Providers::byDomain(domain);
    if (!known)
        known = Providers::byImapHost(account.host);
    if (!known || !known->smtp)
        return {};
    Provider provider;
    provider.smtp.host = known->smtp->host;
    provider.smtp.port = known->smtp->port;
    provider.smtp.security = known->smtp->security;
    provider.keepsSent = known->keepsSent;
    return provider;
}

Result<Net::Endpoint> smtpEndpoint(const Store::Account &account)
{
    Net::Endpoint endpoint;
    endpoint.security = Net::securityFromName(account.smtpSecurity).value_or(Security::Auto);
    if (!account.smtpHost.isEmpty()) {
        endpoint.host = account.smtpHost;
    } else if (const std::optional<Provider> provider = providerOf(account)) {
        endpoint.host = provider->smtp.host;
        if (endpoint.security == Security::Auto && account.smtpPort == 0) {
            endpoint.port = provider->smtp.port;
            endpoint.security = provider->smtp.security;
        }
    } else if (account.host.startsWith(u"imap.")) {
        endpoint.host = u"smtp."_s + account.host.sliced(5);
    } else {
        return Error{ Error::Code::NotFound, u"The account has no SMTP server."_s };
    }
    if (account.smtpPort != 0)
        endpoint.port = quint16(account.smtpPort);
    else if (endpoint.port == 0)
        endpoint.port = endpoint.security == Security::Tls ? submissions : submission;
    if (endpoint.host.compare(account.host, Qt::CaseInsensitive) == 0)
        endpoint.tlsPin = account.tlsPin;
    endpoint.proxy = Net::storedProxy(account.proxyUrl, {});
    return endpoint;
}

Net::Credentials smtpLogin(const Store::Account &account, const QByteArray &secret)
{
    Net::Credentials login;
    login.username = account.smtpUsername.isEmpty() ? account.username : account.smtpUsername;
    const bool isToken = account.authType == "oauth2" && account.smtpSecretRef.isEmpty();
    (isToken ? login.accessToken : login.password) = secret;
    if (account.smtpAuthMechanism != "auto")
        login.mechanism = account.smtpAuthMechanism;
    login.proven = account.smtpProvenMechanism;
    return login;
}

} // namespace Outbox
