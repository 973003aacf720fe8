// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/pkce.h"

#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"

namespace OAuth {

QByteArray newVerifier()
{
    return Crypto::toBase64Url(Crypto::randomBytes(32));
}

QByteArray challengeOf(QByteArrayView verifier)
{
    return Crypto::toBase64Url(Crypto::sha256(verifier));
}

} // namespace OAuth
