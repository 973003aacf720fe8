// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Crypto {

/// RFC 8018 5.2, as long as the hash (20 and 32 bytes). 4,096 iterations cost 1-2 ms, so a server
/// that asks for millions must be refused by the caller.
QByteArray pbkdf2HmacSha1(QByteArrayView password, QByteArrayView salt, int iterations);
QByteArray pbkdf2HmacSha256(QByteArrayView password, QByteArrayView salt, int iterations);

} // namespace Crypto
