// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/keyring.h"

#include <QByteArray>

namespace Crypto {

/** The place that a sealed value belongs to; it opens nowhere else. */
struct SealPlace {
    QByteArray table;
    QByteArray row; ///< the row's UUID, made before the row
    QByteArray column;
};

/**
 * AES-256-GCM with a new random nonce: `0x01 | key id (8) | nonce (12) | ciphertext | tag (16)`,
 * 37 bytes longer than `plain`. Associated data: table, row, column and key id.
 */
QByteArray seal(QByteArrayView plain, const SealPlace &place, const KeyRing &keys);

/// Error::SecretUnreadable: no key of that id, another place, or changed bytes.
Result<QByteArray> unseal(QByteArrayView sealedValue, const SealPlace &place, const KeyRing &keys);

/// Whether the value was sealed with another key than the current one (or is not one of ours).
bool needsReseal(QByteArrayView sealedValue, const KeyRing &keys);

} // namespace Crypto
