// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/certificate.h"

#include "crypto/digest.h"
#include "crypto/openssl.h"

#include <openssl/x509.h>

namespace Crypto {

namespace {

using Certificate = std::unique_ptr<X509, Freer<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;

Certificate parsed(QByteArrayView certificateDer)
{
    const unsigned char *der = readable(certificateDer);
    return Certificate(d2i_X509(nullptr, &der, long(certificateDer.size())));
}

} // namespace

QByteArray publicKeySha256(QByteArrayView certificateDer)
{
    const Certificate certificate = parsed(certificateDer);
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

bool isKeyPair(QByteArrayView certificateDer, QByteArrayView privateKeyDer)
{
    const Certificate certificate = parsed(certificateDer);
    const unsigned char *der = readable(privateKeyDer);
    const Key key(d2i_AutoPrivateKey(nullptr, &der, long(privateKeyDer.size())));
    const bool fits =
        certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1;
    ERR_clear_error(); // the next caller of OpenSSL must not find the errors of a mismatch
    return fits;
}

} // namespace Crypto
