// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/people/revocations.h"
#include "store/people/revokedtokens.h"
#include "store/people/tokenkeys.h"
#include "store/secrets/sealedsecrets.h"
#include "support/manualclock.h"
#include "support/testdatabase.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TokenKeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areMadeOnceAndKept();
    void wrongMasterKeyIsAnErrorAndReplacesNothing();
    void rotationKeepsTheOldKeyForItsTime();
    void listsRevocationsThatCount();
};

namespace {

const Crypto::KeyRing rightKey({ QByteArray(32, 'a') });
const Crypto::KeyRing wrongKey({ QByteArray(32, 'b') });

Result<Crypto::SigningKeys> load(TestDatabase &database, const Crypto::KeyRing &keys)
{
    return database.with([&](Store::Session &session) { return Store::tokenKeys(session, keys); });
}

} // namespace

void TokenKeysTest::areMadeOnceAndKept()
{
    TestDatabase database;
    const auto first = load(database, rightKey);
    QVERIFY(first);
    QCOMPARE(first->current().secret.size(), 32);
    QCOMPARE(load(database, rightKey), first);
}

void TokenKeysTest::wrongMasterKeyIsAnErrorAndReplacesNothing()
{
    TestDatabase database;
    const auto first = load(database, rightKey);
    QVERIFY(first);
    const auto wrong = load(database, wrongKey);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, Error::Code::SecretUnreadable);
    QCOMPARE(load(database, rightKey), first);
}

void TokenKeysTest::rotationKeepsTheOldKeyForItsTime()
{
    const ManualClock clock;
    TestDatabase database(&clock);
    const auto first = load(database, rightKey);
    QVERIFY(first);
    const qint64 until = clock.now() + 100;
    const auto second = database.with(
        [&](Store::Session &session) { return Store::rotateTokenKeys(session, rightKey, until); });
    QVERIFY(second);
    QVERIFY(second->current().kid != first->current().kid);
    QVERIFY(second->find(first->current().kid, until));
    QVERIFY(!second->find(first->current().kid, until + 1));
    QCOMPARE(load(database, rightKey), second);
}

void TokenKeysTest::listsRevocationsThatCount()
{
    const ManualClock clock;
    TestDatabase database(&clock);
    const qint64 now = clock.now();
    const auto listed =
        database.with([&](Store::Session &session) -> Result<QHash<QByteArray, qint64>> {
            Store::Transaction tx(session);
            for (const auto &[jti, until] : { std::pair("over", now - 1), std::pair("now", now),
                                              std::pair("later", now + 9) }) {
                const Result<void> revoked = Store::revokeToken(session, jti, until);
                if (!revoked)
                    return revoked.error();
            }
            const Result<void> done = tx.commit();
            if (!done)
                return done.error();
            return Store::revokedTokens(session);
        });
    QVERIFY(listed);
    const QHash<QByteArray, qint64> expected{ { "now", now }, { "later", now + 9 } };
    QCOMPARE(*listed, expected);
}

QTEST_GUILESS_MAIN(TokenKeysTest)
#include "tst_tokenkeys.moc"
