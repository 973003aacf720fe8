// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <memory>

/**
 * For the .cpp files of this module only: ownership of OpenSSL's handles, and casts in one place.
 */
namespace Crypto {

template<auto Free>
struct Freer {
    template<typename T>
    void operator()(T *handle) const
    {
        Free(handle);
    }
};

using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Freer<EVP_CIPHER_CTX_free>>;
using Kdf = std::unique_ptr<EVP_KDF, Freer<EVP_KDF_free>>;
using KdfContext = std::unique_ptr<EVP_KDF_CTX, Freer<EVP_KDF_CTX_free>>;

/// For calls that fail only when OpenSSL is broken or memory is gone: the program cannot continue
/// safely.
inline void require(bool worked, const char *call)
{
    if (!worked)
        qFatal("OpenSSL: %s failed: %s", call, ERR_error_string(ERR_get_error(), nullptr));
}

inline const unsigned char *readable(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}

inline unsigned char *writable(QByteArray &bytes)
{
    return reinterpret_cast<unsigned char *>(bytes.data());
}

} // namespace Crypto
