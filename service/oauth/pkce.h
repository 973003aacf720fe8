// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace OAuth {

/// RFC 7636 4.1: 43 characters from 32 random bytes.
QByteArray newVerifier();

/// RFC 7636 4.2, method S256.
QByteArray challengeOf(QByteArrayView verifier);

} // namespace OAuth
