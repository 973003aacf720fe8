// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Crypto {

/// SHA-256 of the SubjectPublicKeyInfo (RFC 5280 4.1) of an X.509 certificate in DER, 32 bytes:
/// the same for every certificate of one key. Empty where the bytes are not a certificate.
QByteArray publicKeySha256(QByteArrayView certificateDer);

/// Whether this is the private key of that certificate, both in DER.
bool isKeyPair(QByteArrayView certificateDer, QByteArrayView privateKeyDer);

} // namespace Crypto
