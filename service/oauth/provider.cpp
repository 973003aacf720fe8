// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/provider.h"

#include "net/httpcall.h"

#include <QFile>
#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

/// The built-in settings of the provider with that name, from resources/oauth/providers.json.
ProviderSettings known(const QString &name)
{
    QFile file(u":/oauth/providers.json"_s);
    ProviderSettings settings;
    if (!file.open(QIODevice::ReadOnly))
        return settings;
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonObject one = all.value(name).toObject();
    for (auto it = one.begin(); it != one.end(); ++it)
        settings.insert(it.key(), it.value().toString());
    return settings;
}

Error wrong(const QString &name, const QString &key, const QString &reason)
{
    return { Error::Code::BadRequest, u"oauth.%1.%2 %3"_s.arg(name, key, reason) };
}

/// Secrets are sent to this URL, so it must be https, unless it names this machine.
Result<QUrl> readUrl(const QString &name, const QString &key, const QString &text)
{
    const Result<QUrl> url = Net::callUrl(text);
    if (!url)
        return wrong(name, key, url.error().message);
    if (url->scheme() != u"https" && !isLoopbackHost(url->host()))
        return wrong(name, key, u"must begin with https:// unless it names this machine"_s);
    return *url;
}

/// Whether the text is printable ASCII, as parts of forms and headers must be.
bool isPlain(const QString &text)
{
    return std::ranges::all_of(text, [](QChar c) { return c >= u' ' && c <= u'~'; });
}

} // namespace

QStringList providerKeys()
{
    return { u"label"_s,     u"client_id"_s,  u"client_secret"_s, u"authorization_url"_s,
             u"token_url"_s, u"device_url"_s, u"scopes"_s,        u"authorization_parameters"_s,
             u"domains"_s };
}

QString providerFor(const Providers &providers, const QString &domain, const QString &known)
{
    for (const Provider &provider : providers) {
        if (provider.domains.contains(domain, Qt::CaseInsensitive))
            return provider.name;
    }
    return providers.contains(known) ? known : QString();
}

bool isProviderName(const QString &name)
{
    static const QRegularExpression allowed(u"\\A[a-z0-9_-]{1,32}\\z"_s);
    return allowed.match(name).hasMatch();
}

bool isLoopbackHost(const QString &host)
{
    return host == u"localhost" || QHostAddress(host).isLoopback();
}

Result<Provider> readProvider(const QString &name, const ProviderSettings &settings)
{
    ProviderSettings all = known(name);
    for (auto it = settings.begin(); it != settings.end(); ++it)
        all.insert(it.key(), it.value());
    for (const QString &key : { u"client_id"_s, u"authorization_url"_s, u"token_url"_s }) {
        if (all.value(key).isEmpty())
            return wrong(name, key, u"must be set"_s);
    }
    for (const QString &key : { u"client_id"_s, u"client_secret"_s, u"scopes"_s }) {
        if (!isPlain(all.value(key)))
            return wrong(name, key, u"must be plain ASCII"_s);
    }
    Provider provider;
    provider.name = name;
    provider.label = all.value(u"label"_s, name);
    provider.clientId = all.value(u"client_id"_s);
    provider.clientSecret = all.value(u"client_secret"_s);
    provider.scopes = all.value(u"scopes"_s).simplified();
    provider.parameters = QUrlQuery(all.value(u"authorization_parameters"_s));
    provider.domains = all.value(u"domains"_s).simplified().split(u' ', Qt::SkipEmptyParts);
    const auto take = [&](const QString &key, QUrl &into) -> Result<void> {
        if (all.value(key).isEmpty())
            return {};
        const Result<QUrl> url = readUrl(name, key, all.value(key));
        RETURN_IF_ERROR(url);
        into = *url;
        return {};
    };
    for (const auto &[key, into] :
         { std::pair{ u"authorization_url"_s, &provider.authorizationUrl },
           std::pair{ u"token_url"_s, &provider.tokenUrl },
           std::pair{ u"device_url"_s, &provider.deviceUrl } }) {
        RETURN_IF_ERROR(take(key, *into));
    }
    return provider;
}

} // namespace OAuth
