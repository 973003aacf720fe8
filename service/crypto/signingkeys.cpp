// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/signingkeys.h"

#include "common/jsonwriter.h"
#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Crypto {

namespace {

constexpr qsizetype minSecretSize = 32;

SigningKey newKey()
{
    return { .kid = toBase64Url(randomBytes(8)), .secret = randomBytes(32) };
}

std::optional<SigningKey> keyFromJson(const QJsonObject &json)
{
    const auto secret = fromBase64Url(json["secret"_L1].toString().toLatin1());
    SigningKey key{ .kid = json["kid"_L1].toString().toLatin1(),
                    .secret = secret.value_or(QByteArray()),
                    .validUntil = json["validUntil"_L1].toInteger() };
    if (key.kid.isEmpty() || key.secret.size() < minSecretSize)
        return {};
    return key;
}

} // namespace

SigningKeys SigningKeys::generate()
{
    return SigningKeys({ newKey() });
}

Result<SigningKeys> SigningKeys::fromSecret(QByteArrayView secret)
{
    if (secret.size() < minSecretSize) {
        return Error{ Error::Code::BadRequest,
                      u"The signing secret (POSTRIDER_JWT_SECRET) has %1 bytes; set at least %2, "
                      "for example the output of `openssl rand -base64 32`, or unset it to use "
                      "the stored one."_s.arg(secret.size())
                          .arg(minSecretSize) };
    }
    // The name is derived from the secret, so that it is the same on every node and after every start.
    const QByteArray kid = toBase64Url(hmacSha256(secret, "postrider signing key id").first(8));
    return SigningKeys({ { .kid = kid, .secret = secret.toByteArray() } });
}

const SigningKey *SigningKeys::find(QByteArrayView kid, qint64 now) const
{
    const auto key = std::ranges::find(m_keys, kid, &SigningKey::kid);
    if (key == m_keys.end() || (key->validUntil != 0 && key->validUntil < now))
        return nullptr;
    return &*key;
}

SigningKeys SigningKeys::rotated(qint64 now, qint64 oldValidUntil) const
{
    QList<SigningKey> keys{ newKey() };
    for (SigningKey old : m_keys) {
        if (old.validUntil == 0)
            old.validUntil = oldValidUntil;
        if (old.validUntil >= now)
            keys.append(old);
    }
    return SigningKeys(keys);
}

QByteArray SigningKeys::toJson() const
{
    Json::Writer json;
    json.beginArray();
    for (const SigningKey &key : m_keys) {
        json.beginObject().key("kid").value(key.kid);
        json.key("secret").value(toBase64Url(key.secret));
        json.key("validUntil").value(key.validUntil).endObject();
    }
    return json.endArray().take();
}

Result<SigningKeys> SigningKeys::fromJson(const QByteArray &json)
{
    QList<SigningKey> keys;
    for (const QJsonValue &item : QJsonDocument::fromJson(json).array()) {
        if (const auto key = keyFromJson(item.toObject()))
            keys.append(*key);
    }
    if (keys.isEmpty())
        return Error{ Error::Code::BadRequest,
                      u"The format of the stored signing keys is unknown."_s };
    return SigningKeys(keys);
}

} // namespace Crypto
