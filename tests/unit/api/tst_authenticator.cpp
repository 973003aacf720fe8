// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/authenticator.h"
#include "support/manualclock.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class AuthenticatorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isNotReadyBeforeTheFirstUpdate();
    void saysWhoATokenStandsFor();
    void refusesMissingAndForeignTokens();
    void refusesAnExpiredTokenAlsoFromMemory();
    void lifetimeDependsOnRemember();
    void renewalKeepsTheKindOfLifetime();
    void versionChangeRevokesOldTokens();
    void removedUserIsRefused();
    void logoutRevokesOneToken();
    void noticesLogoutElsewhere();
    void ignoresAStaleUpdate();
    void staleLoginDoesNotBringTheOldVersionBack();
    void nameAndRoleAreThoseOfNow();
    void reportsAnotherVisibilityOnce();
    void keepsAVisibilityThatALoginFound();
    void rotatedKeyVerifiesUntilItsEnd();
    void costOfACheck();
};

namespace {

const Crypto::SigningKeys &keys()
{
    static const auto ring = Crypto::SigningKeys::fromSecret(QByteArray(32, 's')).value();
    return ring;
}

Store::User anna()
{
    Store::User user;
    user.id = 7;
    user.username = u"anna"_s;
    user.role = Store::Role::Admin;
    user.tokenVersion = 3;
    return user;
}

Api::AuthState stateWith(const Store::User &user)
{
    return { .users = { { user.id, user } }, .revoked = {} };
}

/** An authenticator with the user anna. */
struct Known {
    ManualClock clock;
    Api::Authenticator authenticator{ keys(), clock };

    Known() { authenticator.update(stateWith(anna()), 0); }
    QByteArray token(bool remember = false) { return authenticator.issue(anna(), remember).token; }
    std::optional<ApiError> refusal(const QByteArray &token)
    {
        const auto checked = authenticator.check(token);
        return checked ? std::nullopt : std::optional(checked.error().error);
    }
};

} // namespace

void AuthenticatorTest::isNotReadyBeforeTheFirstUpdate()
{
    const ManualClock clock;
    Api::Authenticator authenticator(keys(), clock);
    const auto checked = authenticator.check(authenticator.issue(anna(), false).token);
    QVERIFY(!checked);
    QCOMPARE(checked.error().error, ApiError::NotReady);
    QCOMPARE(checked.error().retryAfterSeconds, 1);
}

void AuthenticatorTest::saysWhoATokenStandsFor()
{
    Known known;
    const Api::IssuedToken issued = known.authenticator.issue(anna(), false);
    for (int i = 0; i < 2; ++i) { // the second time without checking the signature again
        const auto checked = known.authenticator.check(issued.token);
        QVERIFY(checked);
        QCOMPARE(checked->userId, 7);
        QCOMPARE(checked->username, u"anna"_s);
        QCOMPARE(checked->role, u"admin"_s);
        QCOMPARE(checked->tokenVersion, 3);
        QCOMPARE(checked->jti.size(), 22);
        QCOMPARE(checked->expiresAt, issued.expiresAt);
    }
}

void AuthenticatorTest::refusesMissingAndForeignTokens()
{
    Known known;
    QCOMPARE(known.refusal({}), ApiError::TokenMissing);
    QCOMPARE(known.refusal("a.b.c"), ApiError::TokenInvalid);
    Api::Authenticator other(Crypto::SigningKeys::generate(), known.clock);
    QCOMPARE(known.refusal(other.issue(anna(), false).token), ApiError::TokenInvalid);
}

void AuthenticatorTest::refusesAnExpiredTokenAlsoFromMemory()
{
    Known known;
    const QByteArray token = known.token();
    known.clock.advance(24h * 7 - 1s);
    QCOMPARE(known.refusal(token), std::nullopt);
    known.clock.advance(1s);
    QCOMPARE(known.refusal(token), ApiError::TokenExpired);
}

void AuthenticatorTest::lifetimeDependsOnRemember()
{
    Known known;
    const qint64 now = known.clock.now();
    QCOMPARE(known.authenticator.issue(anna(), false).expiresAt, now + 7 * 86400);
    QCOMPARE(known.authenticator.issue(anna(), true).expiresAt, now + 90 * 86400);
}

void AuthenticatorTest::renewalKeepsTheKindOfLifetime()
{
    Known known;
    const QByteArray old = known.token(true);
    const QByteArray usual = known.token(false);
    known.clock.advance(1h);
    const qint64 now = known.clock.now();
    const auto renewed = known.authenticator.renew(old);
    QVERIFY(renewed);
    QCOMPARE(renewed->expiresAt, now + 90 * 86400);
    QVERIFY(renewed->token != old);
    QCOMPARE(known.authenticator.renew(usual)->expiresAt, now + 7 * 86400);
    QCOMPARE(known.refusal(old), std::nullopt);
    QVERIFY(!known.authenticator.renew("a.b.c"));
}

void AuthenticatorTest::versionChangeRevokesOldTokens()
{
    Known known;
    const QSignalSpy revoked(&known.authenticator, &Api::Authenticator::userRevoked);
    const QByteArray token = known.token();
    Store::User changed = anna();
    changed.tokenVersion = 4;
    QVERIFY(known.authenticator.update(stateWith(changed), 0));
    QCOMPARE(known.refusal(token), ApiError::TokenInvalid);
    QCOMPARE(revoked.count(), 1);
    QCOMPARE(revoked.at(0).at(0).toLongLong(), 7);
    QCOMPARE(known.refusal(known.authenticator.issue(changed, false).token), std::nullopt);
}

void AuthenticatorTest::removedUserIsRefused()
{
    Known known;
    const QSignalSpy revoked(&known.authenticator, &Api::Authenticator::userRevoked);
    const QByteArray token = known.token();
    QVERIFY(known.authenticator.update({}, 0));
    QCOMPARE(known.refusal(token), ApiError::TokenInvalid);
    QCOMPARE(revoked.count(), 1);
}

void AuthenticatorTest::logoutRevokesOneToken()
{
    Known known;
    const QSignalSpy revoked(&known.authenticator, &Api::Authenticator::tokenRevoked);
    const QByteArray token = known.token();
    const QByteArray other = known.token();
    const auto principal = known.authenticator.check(token).value();
    known.authenticator.noteRevoked(principal.jti.toLatin1(), principal.expiresAt);
    QCOMPARE(known.refusal(token), ApiError::TokenInvalid);
    QCOMPARE(known.refusal(other), std::nullopt);
    QCOMPARE(revoked.count(), 1);
    QCOMPARE(revoked.at(0).at(0).toByteArray(), principal.jti.toLatin1());
}

void AuthenticatorTest::noticesLogoutElsewhere()
{
    Known known;
    const QSignalSpy revoked(&known.authenticator, &Api::Authenticator::tokenRevoked);
    const QByteArray token = known.token();
    Api::AuthState state = stateWith(anna());
    state.revoked.insert(known.authenticator.check(token)->jti.toLatin1(), 1);
    QVERIFY(known.authenticator.update(state, 0));
    QVERIFY(known.authenticator.update(state, 0));
    QCOMPARE(known.refusal(token), ApiError::TokenInvalid);
    QCOMPARE(revoked.count(), 1);
}

void AuthenticatorTest::ignoresAStaleUpdate()
{
    Known known;
    const int before = known.authenticator.generation();
    Store::User changed = anna();
    changed.tokenVersion = 4;
    known.authenticator.noteUser(changed);
    QVERIFY(!known.authenticator.update(stateWith(anna()), before));
    QCOMPARE(known.refusal(known.token()), ApiError::TokenInvalid);
    QVERIFY(known.authenticator.update(stateWith(changed), known.authenticator.generation()));
}

void AuthenticatorTest::staleLoginDoesNotBringTheOldVersionBack()
{
    Known known;
    Store::User changed = anna();
    changed.tokenVersion = 4;
    known.authenticator.noteUser(changed);
    known.authenticator.noteUser(anna());
    QCOMPARE(known.refusal(known.token()), ApiError::TokenInvalid);
}

void AuthenticatorTest::nameAndRoleAreThoseOfNow()
{
    Known known;
    const QByteArray token = known.token();
    Store::User changed = anna();
    changed.username = u"Anna"_s;
    changed.role = Store::Role::User;
    QVERIFY(known.authenticator.update(stateWith(changed), 0));
    const auto checked = known.authenticator.check(token);
    QVERIFY(checked);
    QCOMPARE(checked->username, u"Anna"_s);
    QCOMPARE(checked->role, u"user"_s);
}

void AuthenticatorTest::reportsAnotherVisibilityOnce()
{
    Known known;
    const QSignalSpy changed(&known.authenticator, &Api::Authenticator::visibilityChanged);
    Api::AuthState state = stateWith(anna());
    QVERIFY(known.authenticator.update(state, 0));
    QCOMPARE(changed.size(), 0);
    state.ownAccountsOnly = true;
    QVERIFY(known.authenticator.update(state, 0));
    QVERIFY(known.authenticator.update(state, 0));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toBool(), true);
}

// The state was read before the visibility changed, and arrives after a login that found the new one.
void AuthenticatorTest::keepsAVisibilityThatALoginFound()
{
    Known known;
    const QSignalSpy changed(&known.authenticator, &Api::Authenticator::visibilityChanged);
    const int before = known.authenticator.generation();
    known.authenticator.noteOwnAccountsOnly();
    known.authenticator.noteOwnAccountsOnly();
    QVERIFY(!known.authenticator.update(stateWith(anna()), before));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toBool(), true);
}

void AuthenticatorTest::rotatedKeyVerifiesUntilItsEnd()
{
    Known known;
    const QByteArray token = known.token();
    const qint64 now = known.clock.now();
    known.authenticator.setKeys(keys().rotated(now, now + 3600));
    QCOMPARE(known.refusal(token), std::nullopt);
    known.clock.advance(1h + 61s);
    QCOMPARE(known.refusal(token), ApiError::TokenInvalid);
}

void AuthenticatorTest::costOfACheck()
{
    Known known;
    const QByteArray token = known.token();
    QBENCHMARK
    {
        QVERIFY(known.authenticator.check(token));
    }
}

QTEST_APPLESS_MAIN(AuthenticatorTest)
#include "tst_authenticator.moc"
