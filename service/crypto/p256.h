// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <memory>
#include <optional>

using EVP_PKEY = struct evp_pkey_st;

namespace Crypto {

constexpr qsizetype p256PublicSize = 65; ///< a point, uncompressed: 0x04, x, y
constexpr qsizetype p256PrivateSize = 32;
constexpr qsizetype es256Size = 64;

/// Whether these 65 bytes are a point on the curve P-256 (SEC 1 3.2.2), and not the one at infinity.
bool isP256PublicKey(QByteArrayView point);

/** A key pair on the curve P-256 (NIST SP 800-186), for key agreement and signatures. */
class P256Key
{
public:
    static P256Key generate();

    /// The pair of this private number, 32 bytes, most significant first. Nothing where it is not a
    /// valid private number.
    static std::optional<P256Key> fromPrivate(QByteArrayView number);

    /// The pair in a PEM file without a password (PKCS #8 or SEC 1). Nothing where the file has no
    /// key or another kind of key.
    static std::optional<P256Key> fromPem(QByteArrayView pem);

    QByteArray publicKey() const;  ///< 65 bytes
    QByteArray privateKey() const; ///< 32 bytes

    /// ECDH (SP 800-56A 5.7.1.2): the 32 bytes that both sides get. Nothing where the other side's
    /// point is not on the curve.
    std::optional<QByteArray> agree(QByteArrayView otherPublicKey) const;

    /// ES256 (RFC 7518 3.4) of the data's SHA-256: r and s, 32 bytes each.
    QByteArray sign(QByteArrayView data) const;

private:
    explicit P256Key(EVP_PKEY *key);

    std::shared_ptr<EVP_PKEY> m_key; ///< never changed
};

/// Whether `signature` is ES256 of the data by the owner of that public key.
bool verifyEs256(QByteArrayView publicKey, QByteArrayView data, QByteArrayView signature);

} // namespace Crypto
