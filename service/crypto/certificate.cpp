// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/certificate.h"

#include "crypto/digest.h"
#include "crypto/openssl.h"

#include <openssl/x509.h>

namespace Crypto {

QByteArray publicKeySha256(QByteArrayView certificateDer)
{
    const unsigned char *der = readable(certificateDer);
    const std::unique_ptr<X509, Freer<X509_free>> certificate(
        d2i_X509(nullptr, &der, long(certificateDer.size())));
    if (!certificate)
        return {};
    unsigned char *key = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate.get()), &key);
    if (size <= 0)
        return {};
    const QByteArray digest = sha256({ reinterpret_cast<const char *>(key), size });
    OPENSSL_free(key);
    return digest;
}

} // namespace Crypto
