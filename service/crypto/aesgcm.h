// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Crypto {

constexpr qsizetype gcmNonceSize = 12;
constexpr qsizetype gcmTagSize = 16;

/**
 * AES-GCM (NIST SP 800-38D): ciphertext with the 16-byte tag behind it. The key's 16 or 32 bytes
 * choose AES-128 or AES-256; the nonce has 12 bytes and is used once for each key.
 */
QByteArray aesGcmEncrypt(QByteArrayView key, QByteArrayView nonce, QByteArrayView associatedData,
                         QByteArrayView plain);

/// Nothing where the tag does not fit: another key, other associated data, or changed bytes.
std::optional<QByteArray> aesGcmDecrypt(QByteArrayView key, QByteArrayView nonce,
                                        QByteArrayView associatedData, QByteArrayView cipherAndTag);

} // namespace Crypto
