// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/encryption.h"

#include "crypto/aesgcm.h"
#include "crypto/hkdf.h"
#include "crypto/random.h"
#include "push/base64.h"

#include <QtEndian>

namespace Push {

namespace {

constexpr qsizetype saltSize = 16;
constexpr qsizetype authSize = 16;
constexpr quint32 recordSize = 4096;
constexpr char lastRecord = 0x02; ///< delimiter after the payload of the last record (RFC 8188 2)

QByteArray withEnd(const char *text)
{
    return QByteArray(text) + '\0';
}

} // namespace

std::optional<Receiver> receiverFromText(QByteArrayView p256dh, QByteArrayView auth)
{
    const auto key = fromAnyBase64(p256dh);
    const auto secret = fromAnyBase64(auth);
    if (!key || !secret || secret->size() != authSize || !Crypto::isP256PublicKey(*key))
        return std::nullopt;
    return Receiver{ *key, *secret };
}

Fresh Fresh::make()
{
    return { Crypto::P256Key::generate(), Crypto::randomBytes(saltSize) };
}

std::optional<QByteArray> encrypt(QByteArrayView payload, const Receiver &receiver,
                                  const Fresh &fresh)
{
    Q_ASSERT(payload.size() <= mostPayload);
    const auto shared = fresh.key.agree(receiver.publicKey);
    if (!shared)
        return std::nullopt;
    const QByteArray ours = fresh.key.publicKey();
    const QByteArray info = withEnd("WebPush: info") + receiver.publicKey + ours;
    const QByteArray secret = Crypto::hkdfSha256(receiver.authSecret, *shared, info, 32);
    const QByteArray key =
        Crypto::hkdfSha256(fresh.salt, secret, withEnd("Content-Encoding: aes128gcm"), 16);
    const QByteArray nonce =
        Crypto::hkdfSha256(fresh.salt, secret, withEnd("Content-Encoding: nonce"), 12);
    QByteArray size(4, Qt::Uninitialized);
    qToBigEndian(recordSize, size.data());
    return fresh.salt + size + char(ours.size()) + ours
        + Crypto::aesGcmEncrypt(key, nonce, {}, payload.toByteArray() + lastRecord);
}

} // namespace Push
