// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/request.h"

#include "oauth/pkce.h"

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

/// Percent-encoded: a plain `+` would be read as a space in a query.
QString encoded(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

} // namespace

QUrl authorizationUrl(const Provider &provider, const SignIn &signIn, const QByteArray &state,
                      const QString &email)
{
    QUrlQuery query(provider.authorizationUrl);
    const auto add = [&query](const QString &name, const QString &value) {
        query.removeAllQueryItems(name);
        if (!value.isEmpty())
            query.addQueryItem(name, encoded(value));
    };
    for (const auto &[name, value] : provider.parameters.queryItems(QUrl::FullyDecoded))
        add(name, value);
    add(u"response_type"_s, u"code"_s);
    add(u"client_id"_s, provider.clientId);
    add(u"redirect_uri"_s, signIn.redirectUri);
    add(u"scope"_s, provider.scopes);
    add(u"state"_s, QString::fromLatin1(state));
    add(u"code_challenge"_s, QString::fromLatin1(challengeOf(signIn.verifier)));
    add(u"code_challenge_method"_s, u"S256"_s);
    add(u"login_hint"_s, email);
    QUrl url = provider.authorizationUrl;
    url.setQuery(query);
    return url;
}

Form codeForm(const SignIn &signIn, const QString &code)
{
    return { { "grant_type", u"authorization_code"_s },
             { "code", code },
             { "redirect_uri", signIn.redirectUri },
             { "code_verifier", QString::fromLatin1(signIn.verifier) } };
}

Form refreshForm(const QByteArray &refreshToken)
{
    return { { "grant_type", u"refresh_token"_s },
             { "refresh_token", QString::fromLatin1(refreshToken) } };
}

Form deviceForm(const Provider &provider)
{
    return { { "scope", provider.scopes } };
}

Form deviceTokenForm(const QByteArray &deviceCode)
{
    return { { "grant_type", u"urn:ietf:params:oauth:grant-type:device_code"_s },
             { "device_code", QString::fromLatin1(deviceCode) } };
}

Net::HttpCall formCall(const Provider &provider, const QUrl &url, Form form)
{
    form.append({ "client_id", provider.clientId });
    if (!provider.clientSecret.isEmpty())
        form.append({ "client_secret", provider.clientSecret });
    Net::HttpCall call;
    call.url = url;
    call.headers = { { "Content-Type", "application/x-www-form-urlencoded" },
                     { "Accept", "application/json" } };
    for (const auto &[name, value] : form) {
        if (!call.body.isEmpty())
            call.body += '&';
        call.body += name + '=' + QUrl::toPercentEncoding(value);
    }
    return call;
}

} // namespace OAuth
