// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/sealed.h"

#include "crypto/aesgcm.h"
#include "crypto/random.h"

using namespace Qt::StringLiterals;

namespace Crypto {

namespace {

constexpr char formatVersion = 1;
constexpr qsizetype keyIdSize = 8;
constexpr qsizetype headSize = 1 + keyIdSize + gcmNonceSize;

// Table, row and column are our own texts without '|', so two places never give the same bytes.
QByteArray associatedData(const SealPlace &place, QByteArrayView keyId)
{
    return place.table + '|' + place.row + '|' + place.column + '|' + keyId.toByteArray();
}

bool hasForm(QByteArrayView sealedValue)
{
    return sealedValue.size() >= headSize + gcmTagSize && sealedValue[0] == formatVersion;
}

Error unreadable(const SealPlace &place, const QString &why)
{
    return { Error::Code::SecretUnreadable,
             u"The sealed value %1.%2 of row %3 cannot be decrypted: %4."_s.arg(
                 QString::fromUtf8(place.table), QString::fromUtf8(place.column),
                 QString::fromUtf8(place.row), why) };
}

} // namespace

QByteArray seal(QByteArrayView plain, const SealPlace &place, const KeyRing &keys)
{
    const KeyRing::Key &key = keys.current();
    const QByteArray nonce = randomBytes(gcmNonceSize);
    return formatVersion + key.id + nonce
        + aesGcmEncrypt(key.bytes, nonce, associatedData(place, key.id), plain);
}

Result<QByteArray> unseal(QByteArrayView sealedValue, const SealPlace &place, const KeyRing &keys)
{
    if (!hasForm(sealedValue))
        return unreadable(place, u"its format is unknown"_s);
    const QByteArrayView keyId = sealedValue.sliced(1, keyIdSize);
    const KeyRing::Key *key = keys.find(keyId);
    if (!key)
        return unreadable(place, u"it was sealed with another master key"_s);
    auto plain = aesGcmDecrypt(key->bytes, sealedValue.sliced(1 + keyIdSize, gcmNonceSize),
                               associatedData(place, keyId), sealedValue.sliced(headSize));
    if (!plain)
        return unreadable(place, u"it was changed, or belongs to another row"_s);
    return *std::move(plain);
}

bool needsReseal(QByteArrayView sealedValue, const KeyRing &keys)
{
    return !hasForm(sealedValue) || sealedValue.sliced(1, keyIdSize) != keys.current().id;
}

} // namespace Crypto
