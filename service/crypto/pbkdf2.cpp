// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/pbkdf2.h"

#include "crypto/openssl.h"

namespace Crypto {

namespace {

QByteArray pbkdf2(const EVP_MD *type, QByteArrayView password, QByteArrayView salt, int iterations)
{
    QByteArray out(EVP_MD_get_size(type), Qt::Uninitialized);
    require(PKCS5_PBKDF2_HMAC(password.isEmpty() ? "" : password.data(), int(password.size()),
                              readable(salt), int(salt.size()), iterations, type, int(out.size()),
                              writable(out)),
            "PKCS5_PBKDF2_HMAC");
    return out;
}

} // namespace

QByteArray pbkdf2HmacSha1(QByteArrayView password, QByteArrayView salt, int iterations)
{
    return pbkdf2(EVP_sha1(), password, salt, iterations);
}

QByteArray pbkdf2HmacSha256(QByteArrayView password, QByteArrayView salt, int iterations)
{
    return pbkdf2(EVP_sha256(), password, salt, iterations);
}

} // namespace Crypto
