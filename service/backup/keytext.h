// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crypto/keyring.h"

namespace Backup {

/// The keys as Crypto::loadMasterKey() reads them from a file: a line of 64 hexadecimal digits each,
/// the one that seals first.
inline QByteArray keyText(const Crypto::KeyRing &keys)
{
    QByteArray text;
    for (const Crypto::KeyRing::Key &key : keys.keys())
        text += key.bytes.toHex() + '\n';
    return text;
}

} // namespace Backup
