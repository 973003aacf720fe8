// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/digest.h"

#include "crypto/openssl.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>

namespace Crypto {

namespace {

QByteArray digest(const EVP_MD *type, QByteArrayView data)
{
    QByteArray out(EVP_MD_get_size(type), Qt::Uninitialized);
    require(EVP_Digest(data.data(), size_t(data.size()), writable(out), nullptr, type, nullptr),
            "EVP_Digest");
    return out;
}

QByteArray hmac(const EVP_MD *type, QByteArrayView key, QByteArrayView data)
{
    QByteArray out(EVP_MD_get_size(type), Qt::Uninitialized);
    // For OpenSSL a null pointer means "keep the key that was set before", so the pointer of an empty key is not null.
    const void *keyBytes = key.isEmpty() ? "" : key.data();
    require(HMAC(type, keyBytes, int(key.size()), readable(data), size_t(data.size()),
                 writable(out), nullptr),
            "HMAC");
    return out;
}

} // namespace

QByteArray sha1(QByteArrayView data)
{
    return digest(EVP_sha1(), data);
}

QByteArray sha256(QByteArrayView data)
{
    return digest(EVP_sha256(), data);
}

QByteArray hmacSha1(QByteArrayView key, QByteArrayView data)
{
    return hmac(EVP_sha1(), key, data);
}

QByteArray hmacSha256(QByteArrayView key, QByteArrayView data)
{
    return hmac(EVP_sha256(), key, data);
}

bool equalConstantTime(QByteArrayView a, QByteArrayView b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), size_t(a.size())) == 0;
}

} // namespace Crypto
