// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/**
 * How the service of a desktop proves to a program of the same user that it wrote the pairing file:
 * it answers a challenge with a value that only a reader of the file can compute. The address is
 * part of the value, so that an answer that a relay gets on another port is not valid elsewhere.
 */
namespace Proof {

constexpr qsizetype secretBytes = 32;
constexpr qsizetype nonceBytes = 32;

/// HMAC-SHA-256 of `postrider-proof`, the address and the nonce; `address` as `127.0.0.1:8725`.
QByteArray of(const QByteArray &secret, const QString &address, const QByteArray &nonce);

/// Takes the same time wherever the bytes differ.
bool isEqual(QByteArrayView a, QByteArrayView b);

QByteArray toText(const QByteArray &bytes); ///< base64url without padding (RFC 4648 5)
/// Empty where the text is not that of `size` bytes.
QByteArray fromText(const QByteArray &text, qsizetype size);

} // namespace Proof
