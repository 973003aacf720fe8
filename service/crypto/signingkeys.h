// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

namespace Crypto {

/** One key that tokens are signed with (HMAC-SHA-256). */
struct SigningKey {
    QByteArray kid;        ///< its name in the token's header
    QByteArray secret;     ///< at least 32 bytes
    qint64 validUntil = 0; ///< seconds; verifies no longer afterwards; 0: no end

    bool operator==(const SigningKey &) const = default;
};

/** The ring of signing keys: the first one signs, the others verify until their time is over. */
class SigningKeys
{
public:
    /// A ring with one new random key.
    static SigningKeys generate();
    /// From POSTRIDER_JWT_SECRET, which is used as the bytes that it is. Error::BadRequest: shorter
    /// than 32 bytes.
    static Result<SigningKeys> fromSecret(QByteArrayView secret);

    const SigningKey &current() const { return m_keys.first(); }
    /// Null: no such key, or its time is over.
    const SigningKey *find(QByteArrayView kid, qint64 now) const;

    /// A ring with a new first key; the previous signing key verifies until `oldValidUntil`.
    SigningKeys rotated(qint64 now, qint64 oldValidUntil) const;

    /// To and from the form that is kept as a sealed value. Error::BadRequest: not that form.
    QByteArray toJson() const;
    static Result<SigningKeys> fromJson(const QByteArray &json);

    bool operator==(const SigningKeys &) const = default;

private:
    explicit SigningKeys(QList<SigningKey> keys) : m_keys(std::move(keys)) { }

    QList<SigningKey> m_keys; ///< never empty
};

} // namespace Crypto
