// SPDX-License-Identifier: GPL-3.0-or-later
#include "providers/catalogue.h"

#include <QFile>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Providers {

namespace {

Error wrong(const QString &name, const QString &what)
{
    return { Error::Code::BadRequest, u"providers.json: %1: %2."_s.arg(name, what) };
}

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue &one : value.toArray())
        texts.append(one.toString());
    return texts;
}

/// An empty optional: the entry says (`null`) that the provider has no such server.
Result<std::optional<Server>> readServer(const QString &name, const QJsonValue &value)
{
    if (value.isNull())
        return std::optional<Server>();
    const QJsonObject given = value.toObject();
    const auto security = Net::securityFromName(given.value("security"_L1).toString().toLatin1());
    const int port = given.value("port"_L1).toInt();
    Server server{ given.value("host"_L1).toString(), quint16(port),
                   security.value_or(Net::Security::Auto) };
    const bool isProtected =
        server.security == Net::Security::Tls || server.security == Net::Security::StartTls;
    if (server.host.isEmpty() || port < 1 || port > 65535 || !isProtected)
        return wrong(name, u"a server needs host, port and security (tls or starttls)"_s);
    return std::optional(server);
}

Result<Provider> readProvider(const QJsonObject &entry)
{
    static const QSet<QByteArray> kinds = { "oauth2", "appPassword", "password" };
    Provider provider;
    provider.name = entry.value("name"_L1).toString();
    provider.domains = textsOf(entry.value("domains"_L1));
    provider.mxSuffixes = textsOf(entry.value("mxSuffixes"_L1));
    provider.imapAliases = textsOf(entry.value("imapAliases"_L1));
    for (const QString &kind : textsOf(entry.value("auth"_L1)))
        provider.auth.append(kind.toLatin1());
    provider.oauthName = entry.value("oauth"_L1).toString();
    provider.helpUrl = entry.value("helpUrl"_L1).toString();
    provider.note = entry.value("note"_L1).toString();
    provider.keepsSent = entry.value("keepsSent"_L1).toBool();
    const auto imap = readServer(provider.name, entry.value("imap"_L1));
    const auto smtp = readServer(provider.name, entry.value("smtp"_L1));
    if (!imap || !smtp)
        return imap ? smtp.error() : imap.error();
    provider.imap = *imap;
    provider.smtp = *smtp;
    if (provider.name.isEmpty())
        return wrong(u"an entry"_s, u"it has no name"_s);
    for (const QByteArray &kind : std::as_const(provider.auth)) {
        if (!kinds.contains(kind))
            return wrong(provider.name,
                         u"%1 is not a kind of login"_s.arg(QString::fromUtf8(kind)));
    }
    return provider;
}

bool endsWith(const QString &host, const QString &suffix)
{
    return host == suffix || host.endsWith(u'.' + suffix);
}

QString plainName(const QString &host)
{
    const QString name = host.toLower();
    return name.endsWith(u'.') ? name.chopped(1) : name;
}

} // namespace

Result<QList<Provider>> readProviders(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isArray())
        return Error{ Error::Code::BadRequest, u"providers.json: it is not a list."_s };
    QList<Provider> providers;
    for (const QJsonValue &value : document.array()) {
        Result<Provider> provider = readProvider(value.toObject());
        RETURN_IF_ERROR(provider);
        providers.append(std::move(*provider));
    }
    return providers;
}

const QList<Provider> &all()
{
    static const QList<Provider> providers = [] {
        QFile file(u":/providers/providers.json"_s);
        if (!file.open(QIODevice::ReadOnly))
            return QList<Provider>();
        const auto read = readProviders(file.readAll());
        return read ? *read : QList<Provider>();
    }();
    return providers;
}

std::optional<Provider> byDomain(const QString &domain)
{
    const QString name = plainName(domain);
    for (const Provider &provider : all()) {
        if (provider.domains.contains(name))
            return provider;
    }
    return std::nullopt;
}

std::optional<Provider> byMailExchanger(const QString &host)
{
    const QString name = plainName(host);
    for (const Provider &provider : all()) {
        for (const QString &suffix : provider.mxSuffixes) {
            if (endsWith(name, suffix))
                return provider;
        }
    }
    return std::nullopt;
}

// Two entries may have the same IMAP server: one for the provider's own domains, one without domains for
// the domains of customers (Gmail, Google Workspace). The second one is returned, because callers look for
// the domain of the address first.
std::optional<Provider> byImapHost(const QString &host)
{
    const QString name = plainName(host);
    std::optional<Provider> found;
    if (!QHostAddress(name).isNull())
        return found;
    for (const Provider &provider : all()) {
        const bool isIts =
            (provider.imap && provider.imap->host == name) || provider.imapAliases.contains(name);
        if (isIts && (!found || provider.domains.isEmpty()))
            found = provider;
    }
    return found;
}

} // namespace Providers
