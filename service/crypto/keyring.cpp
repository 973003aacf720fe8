// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/keyring.h"

#include "crypto/digest.h"

#include <algorithm>

namespace Crypto {

KeyRing::KeyRing(const QList<QByteArray> &keys)
{
    Q_ASSERT(!keys.isEmpty());
    for (const QByteArray &bytes : keys) {
        Q_ASSERT(bytes.size() == sealingKeySize);
        m_keys.append(
            { .id = hmacSha256(bytes, "postrider sealing key id").first(8), .bytes = bytes });
    }
}

const KeyRing::Key *KeyRing::find(QByteArrayView id) const
{
    const auto key = std::ranges::find(m_keys, id, &Key::id);
    return key == m_keys.end() ? nullptr : &*key;
}

} // namespace Crypto
