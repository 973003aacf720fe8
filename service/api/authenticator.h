// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/authstate.h"
#include "common/apierror.h"
#include "common/clock.h"
#include "crypto/token.h"
#include "http/request.h"

#include <QCache>
#include <QObject>

#include <chrono>
#include <optional>

namespace Api {

/** How long tokens live. */
struct TokenLifetimes {
    std::chrono::seconds normal = std::chrono::days(7);
    std::chrono::seconds remembered = std::chrono::days(90); ///< login with `remember: true`
};

/** A token that was just made. */
struct IssuedToken {
    QByteArray token;
    qint64 expiresAt = 0; ///< seconds
};

/**
 * Makes tokens and finds the user of a token, from memory. It checks the signature, `exp`, that the
 * user still exists, that `ver` equals the user's, and that the token is not logged out. Lives on
 * the http thread. The state of the database arrives through update(); AuthWatch calls it within
 * seconds of a change, which is also how changes of other nodes and of `postriderd user` arrive.
 */
class Authenticator : public QObject
{
    Q_OBJECT

public:
    Authenticator(Crypto::SigningKeys keys, const Clock &clock, TokenLifetimes lifetimes = {},
                  QObject *parent = nullptr);

    /// 40101 for an empty token, 40102, 40103; 50301 before the first update(). Cost: under a
    /// microsecond for a token that was seen in the last minute, about 15 for a new one.
    Result<Http::Principal, ApiFailure> check(QByteArrayView token);

    /// Whether a token with these claims, which was valid once, is still valid when its expiry is
    /// ignored.
    bool isInForce(qint64 userId, qint64 tokenVersion, const QByteArray &jti) const;

    IssuedToken issue(const Store::User &user, bool remember);
    /// A new token for the same user with the same kind of lifetime; `token` has passed check().
    Result<IssuedToken, ApiFailure> renew(QByteArrayView token);

    /// Takes the state of the database; `generation` is the value of generation() before the read.
    /// Where users were changed here since then, the state is ignored and the result is false: read
    /// again.
    bool update(AuthState state, int generation);
    int generation() const { return m_generation; }

    /// A user as the database has it now, after a login or a change made here.
    void noteUser(const Store::User &user);
    /// A login found in the database that users see only their own accounts; that may have changed together with
    /// the user. The opposite is taken from update() only: a login that began before a change must not undo it.
    void noteOwnAccountsOnly();
    /// A logout made here.
    void noteRevoked(const QByteArray &jti, qint64 expiresAt);

    void setKeys(Crypto::SigningKeys keys); ///< after a rotation

Q_SIGNALS:
    /// All tokens of the user that were made until now are void, or the user was deleted: streams
    /// end.
    void userRevoked(qint64 userId);
    /// This one token is void.
    void tokenRevoked(const QByteArray &jti);
    /// The visibility changed: from now on users see only their own accounts, or all of them.
    void visibilityChanged(bool ownAccountsOnly);

private:
    struct Seen {
        Crypto::TokenClaims claims;
        qint64 verifiedAt = 0;
    };

    Result<Crypto::TokenClaims, Crypto::TokenProblem> claimsOf(QByteArrayView token);

    Crypto::SigningKeys m_keys;
    const Clock &m_clock;
    TokenLifetimes m_lifetimes;
    std::optional<AuthState> m_state; ///< nothing before the first update
    int m_generation = 0;
    QCache<QByteArray, Seen> m_seen; ///< tokens whose signature was right a moment ago
};

} // namespace Api
