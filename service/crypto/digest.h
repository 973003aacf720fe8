// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Crypto {

QByteArray sha1(QByteArrayView data);   ///< 20 bytes; only where a protocol asks for it (SCRAM)
QByteArray sha256(QByteArrayView data); ///< 32 bytes

QByteArray hmacSha1(QByteArrayView key, QByteArrayView data);   ///< RFC 2104, 20 bytes
QByteArray hmacSha256(QByteArrayView key, QByteArrayView data); ///< RFC 2104, 32 bytes

/// Takes the same time wherever the bytes differ; the lengths are no secret.
bool equalConstantTime(QByteArrayView a, QByteArrayView b);

} // namespace Crypto
