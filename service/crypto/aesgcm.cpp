// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/aesgcm.h"

#include "crypto/openssl.h"

namespace Crypto {

namespace {

const EVP_CIPHER *cipherFor(QByteArrayView key)
{
    Q_ASSERT(key.size() == 16 || key.size() == 32);
    return key.size() == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm();
}

CipherContext newContext()
{
    CipherContext context(EVP_CIPHER_CTX_new());
    require(context != nullptr, "EVP_CIPHER_CTX_new");
    return context;
}

} // namespace

QByteArray aesGcmEncrypt(QByteArrayView key, QByteArrayView nonce, QByteArrayView associatedData,
                         QByteArrayView plain)
{
    Q_ASSERT(nonce.size() == gcmNonceSize);
    const CipherContext context = newContext();
    EVP_CIPHER_CTX *c = context.get();
    QByteArray out(plain.size() + gcmTagSize, Qt::Uninitialized);
    int n = 0;
    require(EVP_EncryptInit_ex(c, cipherFor(key), nullptr, readable(key), readable(nonce)),
            "EVP_EncryptInit_ex");
    require(EVP_EncryptUpdate(c, nullptr, &n, readable(associatedData), int(associatedData.size())),
            "EVP_EncryptUpdate");
    require(EVP_EncryptUpdate(c, writable(out), &n, readable(plain), int(plain.size())),
            "EVP_EncryptUpdate");
    unsigned char *tag = writable(out) + plain.size();
    require(EVP_EncryptFinal_ex(c, tag, &n), "EVP_EncryptFinal_ex");
    require(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, int(gcmTagSize), tag), "GCM_GET_TAG");
    return out;
}

std::optional<QByteArray> aesGcmDecrypt(QByteArrayView key, QByteArrayView nonce,
                                        QByteArrayView associatedData, QByteArrayView cipherAndTag)
{
    if (nonce.size() != gcmNonceSize || cipherAndTag.size() < gcmTagSize)
        return {};
    const CipherContext context = newContext();
    EVP_CIPHER_CTX *c = context.get();
    const QByteArrayView ciphertext = cipherAndTag.chopped(gcmTagSize);
    QByteArray tag = cipherAndTag.last(gcmTagSize).toByteArray();
    QByteArray out(ciphertext.size(), Qt::Uninitialized);
    int n = 0;
    require(EVP_DecryptInit_ex(c, cipherFor(key), nullptr, readable(key), readable(nonce)),
            "EVP_DecryptInit_ex");
    require(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_SET_TAG, int(gcmTagSize), tag.data()),
            "GCM_SET_TAG");
    require(EVP_DecryptUpdate(c, nullptr, &n, readable(associatedData), int(associatedData.size())),
            "EVP_DecryptUpdate");
    require(EVP_DecryptUpdate(c, writable(out), &n, readable(ciphertext), int(ciphertext.size())),
            "EVP_DecryptUpdate");
    unsigned char end = 0;
    if (EVP_DecryptFinal_ex(c, &end, &n) != 1) {
        ERR_clear_error();
        return {};
    }
    return out;
}

} // namespace Crypto
