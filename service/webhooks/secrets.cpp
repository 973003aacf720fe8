// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/secrets.h"

#include "crypto/digest.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Webhooks {

QByteArray toJson(const Secrets &secrets)
{
    QJsonObject headers;
    for (auto it = secrets.headers.cbegin(); it != secrets.headers.cend(); ++it)
        headers.insert(QString::fromLatin1(it.key()), QString::fromLatin1(it.value()));
    const QJsonObject all{ { u"secret"_s, QString::fromLatin1(secrets.signingKey) },
                           { u"headers"_s, headers } };
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

Secrets secretsFrom(const QByteArray &json)
{
    const QJsonObject all = QJsonDocument::fromJson(json).object();
    Secrets secrets;
    secrets.signingKey = all.value("secret"_L1).toString().toLatin1();
    const QJsonObject headers = all.value("headers"_L1).toObject();
    for (auto it = headers.begin(); it != headers.end(); ++it)
        secrets.headers.insert(it.key().toLatin1(), it.value().toString().toLatin1());
    return secrets;
}

bool isSecretHeader(QByteArrayView name)
{
    const QByteArray lower = name.toByteArray().toLower();
    return lower == "authorization" || lower == "cookie" || lower == "x-api-key"
        || lower.contains("token") || lower.contains("secret");
}

std::optional<QByteArray> keyBytes(QByteArrayView signingKey)
{
    constexpr QByteArrayView prefix = "whsec_";
    if (!signingKey.startsWith(prefix))
        return std::nullopt;
    const auto decoded = QByteArray::fromBase64Encoding(
        signingKey.sliced(prefix.size()).toByteArray(),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.size() < 24 || decoded.decoded.size() > 64)
        return std::nullopt;
    return decoded.decoded;
}

QByteArray signature(const QByteArray &key, const QByteArray &callId, qint64 at,
                     const QByteArray &body)
{
    const QByteArray signedText = callId + '.' + QByteArray::number(at) + '.' + body;
    return "v1," + Crypto::hmacSha256(key, signedText).toBase64();
}

} // namespace Webhooks
