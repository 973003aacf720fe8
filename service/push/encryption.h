// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crypto/p256.h"

#include <optional>

namespace Push {

/** The keys of a browser's subscription, as it sent them. */
struct Receiver {
    QByteArray publicKey;  ///< `p256dh`, 65 bytes
    QByteArray authSecret; ///< `auth`, 16 bytes
};

/// From base64url or base64, with or without padding. Nothing where a browser could not have made
/// them: wrong sizes, or a point that is not on the curve.
std::optional<Receiver> receiverFromText(QByteArrayView p256dh, QByteArrayView auth);

/// The most bytes that fit into a message, whose body has at most 4,096.
constexpr qsizetype mostPayload = 3993;

/** The random values of one message. They must never be used twice: an attacker could decrypt both messages. */
struct Fresh {
    Crypto::P256Key key;
    QByteArray salt; ///< 16 bytes

    static Fresh make();
};

/**
 * The body of a push message, which only that browser can read (RFC 8291, `aes128gcm` of RFC 8188 in
 * one record). The payload has at most mostPayload bytes. Nothing: the receiver's key is not valid.
 * Cost: 0.1 ms, most of it for the agreement.
 */
std::optional<QByteArray> encrypt(QByteArrayView payload, const Receiver &receiver,
                                  const Fresh &fresh);

} // namespace Push
