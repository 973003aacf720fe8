// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/smtpendpoint.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Outbox {

namespace {

using Net::Security;

constexpr quint16 submission = 587;  // RFC 6409
constexpr quint16 submissions = 465; // RFC 8314

struct Providers {
    QHash<QString, Provider> byDomain;
    QHash<QString, Provider> byImapHost;
};

Provider readProvider(const QJsonObject &entry)
{
    Provider provider;
    provider.smtp.host = entry.value("smtp"_L1).toString();
    provider.smtp.port = quint16(entry.value("port"_L1).toInt());
    const QByteArray security = entry.value("security"_L1).toString().toLatin1();
    provider.smtp.security = Net::securityFromName(security).value_or(Security::Auto);
    provider.keepsSent = entry.value("keepsSent"_L1).toBool();
    return provider;
}

Providers readProviders()
{
    QFile file(u":/mail/providers.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    Providers all;
    for (const QJsonValue &value : QJsonDocument::fromJson(file.readAll()).array()) {
        const QJsonObject entry = value.toObject();
        const Provider provider = readProvider(entry);
        for (const QJsonValue &domain : entry.value("domains"_L1).toArray())
            all.byDomain.insert(domain.toString(), provider);
        for (const QJsonValue &host : entry.value("imap"_L1).toArray())
            all.byImapHost.insert(host.toString(), provider);
    }
    return all;
}

} // namespace

std::optional<Provider> providerOf(const Store::Account &account)
{
    static const Providers all = readProviders();
    const QString domain = account.email.sliced(account.email.lastIndexOf(u'@') + 1).toLower();
    if (const auto found = all.byDomain.constFind(domain); found != all.byDomain.cend())
        return *found;
    if (const auto found = all.byImapHost.constFind(account.host); found != all.byImapHost.cend())
        return *found;
    return {};
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

} // namespace Outbox
