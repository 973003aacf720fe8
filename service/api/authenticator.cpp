// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/authenticator.h"

namespace Api {

namespace {

constexpr int seenTokens = 4096;
constexpr qint64 verifyAgainAfter = 60; ///< seconds, so that the expiry of a signing key is noticed

ApiFailure failure(ApiError error, int retryAfterSeconds = 0)
{
    return { .error = error, .message = {}, .details = {}, .retryAfterSeconds = retryAfterSeconds };
}

ApiFailure failure(Crypto::TokenProblem problem)
{
    return failure(problem == Crypto::TokenProblem::Expired ? ApiError::TokenExpired
                                                            : ApiError::TokenInvalid);
}

} // namespace

Authenticator::Authenticator(Crypto::SigningKeys keys, const Clock &clock, TokenLifetimes lifetimes,
                             QObject *parent)
    : QObject(parent), m_keys(std::move(keys)), m_clock(clock), m_lifetimes(lifetimes),
      m_seen(seenTokens)
{
}

Result<Http::Principal, ApiFailure> Authenticator::check(QByteArrayView token)
{
    if (token.isEmpty())
        return failure(ApiError::TokenMissing);
    if (!m_state)
        return failure(ApiError::NotReady, 1);
    const auto claims = claimsOf(token);
    if (!claims)
        return failure(claims.error());
    if (!isInForce(claims->userId, claims->version, claims->jti))
        return failure(ApiError::TokenInvalid);
    const auto user = m_state->users.constFind(claims->userId);
    return Http::Principal{ .userId = user->id,
                            .username = user->username,
                            .role = QString::fromLatin1(Store::roleName(user->role)),
                            .tokenVersion = claims->version,
                            .jti = QString::fromLatin1(claims->jti),
                            .expiresAt = claims->expiresAt };
}

bool Authenticator::isInForce(qint64 userId, qint64 tokenVersion, const QByteArray &jti) const
{
    if (!m_state)
        return false;
    const auto user = m_state->users.constFind(userId);
    return user != m_state->users.cend() && user->tokenVersion == tokenVersion
        && !m_state->revoked.contains(jti);
}

Result<Crypto::TokenClaims, Crypto::TokenProblem> Authenticator::claimsOf(QByteArrayView token)
{
    const qint64 now = m_clock.now();
    const Seen *seen = m_seen.object(QByteArray::fromRawData(token.data(), token.size()));
    if (seen && seen->verifiedAt <= now && now - seen->verifiedAt < verifyAgainAfter
        && now < seen->claims.expiresAt)
        return seen->claims;
    const auto claims = Crypto::verifyToken(token, m_keys, now);
    if (claims)
        m_seen.insert(token.toByteArray(), new Seen{ .claims = *claims, .verifiedAt = now });
    return claims;
}

IssuedToken Authenticator::issue(const Store::User &user, bool remember)
{
    const qint64 now = m_clock.now();
    const qint64 expiresAt = now + (remember ? m_lifetimes.remembered : m_lifetimes.normal).count();
    const Crypto::TokenClaims claims{ .userId = user.id,
                                      .username = user.username,
                                      .role = QString::fromLatin1(Store::roleName(user.role)),
                                      .issuedAt = now,
                                      .expiresAt = expiresAt,
                                      .jti = Crypto::newTokenId(),
                                      .version = user.tokenVersion };
    return { .token = Crypto::signToken(claims, m_keys), .expiresAt = expiresAt };
}

Result<IssuedToken, ApiFailure> Authenticator::renew(QByteArrayView token)
{
    const auto principal = check(token);
    RETURN_IF_ERROR(principal);
    const auto claims = claimsOf(token);
    if (!claims)
        return failure(claims.error());
    const bool wasRemembered = claims->expiresAt - claims->issuedAt > m_lifetimes.normal.count();
    return issue(m_state->users.value(principal->userId), wasRemembered);
}

bool Authenticator::update(AuthState state, int generation)
{
    if (generation != m_generation)
        return false;
    const AuthState old = m_state.value_or(AuthState());
    m_state = std::move(state);
    if (m_state->ownAccountsOnly != old.ownAccountsOnly)
        Q_EMIT visibilityChanged(m_state->ownAccountsOnly);
    for (const Store::User &user : old.users) {
        const auto now = m_state->users.constFind(user.id);
        if (now == m_state->users.cend() || now->tokenVersion != user.tokenVersion)
            Q_EMIT userRevoked(user.id);
    }
    for (auto it = m_state->revoked.cbegin(); it != m_state->revoked.cend(); ++it) {
        if (!old.revoked.contains(it.key()))
            Q_EMIT tokenRevoked(it.key());
    }
    return true;
}

void Authenticator::noteUser(const Store::User &user)
{
    ++m_generation;
    if (!m_state)
        return;
    const auto known = m_state->users.constFind(user.id);
    const bool isKnown = known != m_state->users.cend();
    // A login that began before a password change must not bring the old version back.
    if (isKnown && known->tokenVersion > user.tokenVersion)
        return;
    const bool isNewVersion = isKnown && known->tokenVersion != user.tokenVersion;
    m_state->users.insert(user.id, user);
    if (isNewVersion)
        Q_EMIT userRevoked(user.id);
}

void Authenticator::noteOwnAccountsOnly()
{
    if (!m_state || m_state->ownAccountsOnly)
        return;
    ++m_generation; // a state that was read before this is ignored
    m_state->ownAccountsOnly = true;
    Q_EMIT visibilityChanged(true);
}

void Authenticator::noteRevoked(const QByteArray &jti, qint64 expiresAt)
{
    ++m_generation;
    if (!m_state)
        return;
    m_state->revoked.insert(jti, expiresAt);
    Q_EMIT tokenRevoked(jti);
}

void Authenticator::setKeys(Crypto::SigningKeys keys)
{
    m_keys = std::move(keys);
    m_seen.clear();
}

} // namespace Api
