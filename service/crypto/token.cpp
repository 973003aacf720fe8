// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/token.h"

#include "common/jsonwriter.h"
#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

using namespace Qt::StringLiterals;

namespace Crypto {

namespace {

constexpr auto ourName = "postrider"_L1;
constexpr qint64 lastSecond = 253402300799; // 9999-12-31T23:59:59Z
constexpr double maxExactInteger = 9007199254740991.0;

/** The three parts of a token, still encoded. */
struct Parts {
    QByteArrayView header;
    QByteArrayView payload;
    QByteArrayView signature;
    QByteArrayView signedText; ///< header and payload with the dot between
};

std::optional<Parts> split(QByteArrayView token)
{
    const qsizetype first = token.indexOf('.');
    const qsizetype second = first < 0 ? -1 : token.indexOf('.', first + 1);
    if (second < 0 || token.indexOf('.', second + 1) >= 0)
        return {};
    return Parts{ .header = token.first(first),
                  .payload = token.sliced(first + 1, second - first - 1),
                  .signature = token.sliced(second + 1),
                  .signedText = token.first(second) };
}

std::optional<QJsonObject> jsonObject(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError || !document.isObject())
        return {};
    return document.object();
}

/// The `kid` of a header that we accept: with HS256, and without `crit` (extensions that we would have to
/// support, RFC 7515 4.1.11).
std::optional<QByteArray> acceptedKid(const QJsonObject &header)
{
    const QJsonValue type = header["typ"_L1];
    if (header["alg"_L1] != QJsonValue("HS256"_L1) || header.contains("crit"_L1)
        || (!type.isUndefined() && type != QJsonValue("JWT"_L1)) || !header["kid"_L1].isString())
        return {};
    return header["kid"_L1].toString().toUtf8();
}

/// A whole number >= 0 of JSON type number.
std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    const double number = value.toDouble(-1);
    if (number < 0 || number > maxExactInteger || number != double(qint64(number)))
        return {};
    return qint64(number);
}

bool isForUs(const QJsonObject &payload)
{
    const QJsonValue audience = payload["aud"_L1];
    const bool named = audience.isArray() ? audience.toArray().contains(QJsonValue(ourName))
                                          : audience == QJsonValue(ourName);
    return named && payload["iss"_L1] == QJsonValue(ourName);
}

std::optional<TokenClaims> claimsOf(const QJsonObject &payload)
{
    const auto userId = wholeNumber(payload["user_id"_L1]);
    const auto issuedAt = wholeNumber(payload["iat"_L1]);
    const auto expiresAt = wholeNumber(payload["exp"_L1]);
    const auto version = wholeNumber(payload["ver"_L1]);
    const QString jti = payload["jti"_L1].toString();
    if (!userId || !issuedAt || !expiresAt || !version || jti.isEmpty() || *expiresAt > lastSecond
        || payload["sub"_L1] != QJsonValue(QString::number(*userId)))
        return {};
    return TokenClaims{ .userId = *userId,
                        .username = payload["username"_L1].toString(),
                        .role = payload["role"_L1].toString(),
                        .issuedAt = *issuedAt,
                        .expiresAt = *expiresAt,
                        .jti = jti.toUtf8(),
                        .version = *version };
}

/// Whether the token is valid already: it has no `nbf`, or that time has come.
bool hasBegun(const QJsonObject &payload, qint64 now)
{
    const QJsonValue notBefore = payload["nbf"_L1];
    if (notBefore.isUndefined())
        return true;
    const auto from = wholeNumber(notBefore);
    return from && *from <= now + tokenLeewaySeconds;
}

QByteArray payloadOf(const TokenClaims &claims)
{
    Json::Writer json;
    json.beginObject();
    json.key("iss").value(ourName.data()).key("aud").value(ourName.data());
    json.key("sub").value(QByteArray::number(claims.userId));
    json.key("user_id").value(claims.userId);
    json.key("username").value(claims.username).key("role").value(claims.role);
    json.key("iat").value(claims.issuedAt).key("exp").value(claims.expiresAt);
    json.key("jti").value(claims.jti).key("ver").value(claims.version);
    return json.endObject().take();
}

QByteArray headerOf(const QByteArray &kid)
{
    Json::Writer json;
    json.beginObject().key("alg").value("HS256").key("typ").value("JWT");
    return json.key("kid").value(kid).endObject().take();
}

} // namespace

QByteArray signToken(const TokenClaims &claims, const SigningKeys &keys)
{
    const SigningKey &key = keys.current();
    const QByteArray text = toBase64Url(headerOf(key.kid)) + '.' + toBase64Url(payloadOf(claims));
    return text + '.' + toBase64Url(hmacSha256(key.secret, text));
}

Result<TokenClaims, TokenProblem> verifyToken(QByteArrayView token, const SigningKeys &keys,
                                              qint64 now)
{
    const auto parts = token.size() <= maxTokenSize ? split(token) : std::nullopt;
    if (!parts)
        return TokenProblem::Invalid;
    const auto header = fromBase64Url(parts->header);
    const auto payload = fromBase64Url(parts->payload);
    const auto signature = fromBase64Url(parts->signature);
    const auto headerObject = header && payload && signature ? jsonObject(*header) : std::nullopt;
    const auto kid = headerObject ? acceptedKid(*headerObject) : std::nullopt;
    const SigningKey *key = kid ? keys.find(*kid, now) : nullptr;
    if (!key || !equalConstantTime(*signature, hmacSha256(key->secret, parts->signedText)))
        return TokenProblem::Invalid;

    // The signature is valid, so this service wrote the payload, unless the key has leaked.
    const auto object = jsonObject(*payload);
    const auto claims = object ? claimsOf(*object) : std::nullopt;
    if (!claims)
        return TokenProblem::Invalid;
    if (claims->expiresAt <= now) // no leeway: event streams end at `exp` and must not reconnect
        return TokenProblem::Expired;
    if (!hasBegun(*object, now) || !isForUs(*object))
        return TokenProblem::Invalid;
    return *claims;
}

QByteArray newTokenId()
{
    return toBase64Url(randomBytes(16));
}

} // namespace Crypto
