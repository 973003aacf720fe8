// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/signingkeys.h"

#include <QByteArray>
#include <QString>

namespace Crypto {

/** The claims of a token; every claim is required. */
struct TokenClaims {
    qint64 userId = 0; ///< claims `sub` (as text) and `user_id`
    QString username;
    QString role;
    qint64 issuedAt = 0;  ///< `iat`, seconds
    qint64 expiresAt = 0; ///< `exp`, seconds
    QByteArray jti;       ///< 128 random bits, base64url
    qint64 version = 0;   ///< `ver`: the user's token_version when it was signed

    bool operator==(const TokenClaims &) const = default;
};

enum class TokenProblem {
    Invalid, ///< form, algorithm, key, signature or claims
    Expired, ///< all is well but `exp` has passed: to the second, since we made it ourselves
};

constexpr qsizetype maxTokenSize = 4096;
constexpr qint64 tokenLeewaySeconds = 30; ///< for `nbf`: another node's clock may be ahead

/// JWT (RFC 7519) as a JWS compact serialisation with HS256 and the ring's current key; `iss` and
/// `aud` are `postrider`.
QByteArray signToken(const TokenClaims &claims, const SigningKeys &keys);

/**
 * Trusts nothing before the signature is verified, and no algorithm but HS256 ever. Cost: a few
 * microseconds; any thread. `now` in seconds.
 */
Result<TokenClaims, TokenProblem> verifyToken(QByteArrayView token, const SigningKeys &keys,
                                              qint64 now);

/// A new value for TokenClaims::jti.
QByteArray newTokenId();

} // namespace Crypto
