// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/vapid.h"

#include "common/jsonwriter.h"
#include "crypto/base64url.h"

namespace Push {

namespace {

constexpr qint64 validFor = qint64(12) * 3600;
constexpr qsizetype mostTokens = 1000; ///< there are a handful of push services

} // namespace

QByteArray audienceOf(const QUrl &endpoint)
{
    const int usual = endpoint.scheme() == QLatin1String("https") ? 443 : 80;
    QByteArray audience =
        endpoint.scheme().toLatin1() + "://" + endpoint.host(QUrl::FullyEncoded).toLatin1();
    if (endpoint.port(usual) != usual)
        audience += ':' + QByteArray::number(endpoint.port());
    return audience;
}

Vapid::Vapid(Crypto::P256Key key, QString subject)
    : m_key(std::move(key)), m_subject(std::move(subject))
{
}

QByteArray Vapid::publicKey() const
{
    return Crypto::toBase64Url(m_key.publicKey());
}

QByteArray Vapid::authorization(const QUrl &endpoint, qint64 nowSeconds)
{
    const QByteArray audience = audienceOf(endpoint);
    Token &token = m_tokens[audience];
    const qint64 age = nowSeconds - token.madeAt;
    if (token.text.isEmpty() || age < 0 || age >= validFor / 2) {
        Json::Writer claims;
        claims.beginObject().key("aud").value(audience);
        claims.key("exp").value(nowSeconds + validFor).key("sub").value(m_subject).endObject();
        const QByteArray signedPart = Crypto::toBase64Url(R"({"typ":"JWT","alg":"ES256"})") + '.'
            + Crypto::toBase64Url(claims.bytes());
        token = { signedPart + '.' + Crypto::toBase64Url(m_key.sign(signedPart)), nowSeconds };
    }
    const QByteArray value = "vapid t=" + token.text + ", k=" + publicKey();
    if (m_tokens.size() > mostTokens) // users choose the hosts of endpoints, so there may be many
        m_tokens.clear();
    return value;
}

} // namespace Push
