// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Crypto {

/// HKDF with SHA-256 (RFC 5869), extract and expand in one: `length` bytes, at most 8,160.
QByteArray hkdfSha256(QByteArrayView salt, QByteArrayView secret, QByteArrayView info,
                      qsizetype length);

} // namespace Crypto
