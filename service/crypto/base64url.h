// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Crypto {

/// RFC 4648 5 without padding.
QByteArray toBase64Url(QByteArrayView bytes);

/// Accepts only the spelling that toBase64Url() makes: no padding, no white space, no standard
/// alphabet, no stray bits in the last character. Anything else would let two texts be one token.
std::optional<QByteArray> fromBase64Url(QByteArrayView text);

} // namespace Crypto
