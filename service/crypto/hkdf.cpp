// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/hkdf.h"

#include "crypto/openssl.h"

#include <openssl/core_names.h>

#include <array>

namespace Crypto {

namespace {

OSSL_PARAM octets(const char *name, QByteArrayView bytes)
{
    return OSSL_PARAM_construct_octet_string(name,
                                             const_cast<char *>(bytes.data()), // OpenSSL only reads
                                             size_t(bytes.size()));
}

} // namespace

QByteArray hkdfSha256(QByteArrayView salt, QByteArrayView secret, QByteArrayView info,
                      qsizetype length)
{
    static const Kdf kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
    const KdfContext context(kdf ? EVP_KDF_CTX_new(kdf.get()) : nullptr);
    require(context != nullptr, "EVP_KDF_fetch");
    std::array<char, 7> digest{ "SHA256" };
    const std::array<OSSL_PARAM, 5> parameters{
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), 0),
        octets(OSSL_KDF_PARAM_KEY, secret),
        octets(OSSL_KDF_PARAM_SALT, salt),
        octets(OSSL_KDF_PARAM_INFO, info),
        OSSL_PARAM_construct_end(),
    };
    QByteArray key(length, Qt::Uninitialized);
    require(EVP_KDF_derive(context.get(), writable(key), size_t(length), parameters.data()) == 1,
            "EVP_KDF_derive");
    return key;
}

} // namespace Crypto
