// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"

using namespace Qt::StringLiterals;

/** The account's row as it was read last. */
class TestAccountRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loadReadsTheAccountAndItsHealth();
    void disabledAccountIsGone();
    void deletedAccountIsGone();
    void accountThatIsEnabledAgainIsNotGone();
    void valuesStayIfTheDatabaseFails();
    void mechanismIsStored();
    void mechanismOfAnotherPasswordIsNotStored();
};

void TestAccountRow::loadReadsTheAccountAndItsHealth()
{
    AccountFixture fixture;
    QVERIFY(!fixture.row.isLoaded());
    Store::AccountHealth health;
    health.status = "error";
    health.errorCode = "timeout";
    health.failures = 3;
    fixture.write([&](Store::Session &session) {
        return Store::setAccountHealth(session, fixture.id, health);
    });
    must(awaited(fixture.row.load()));
    QVERIFY(fixture.row.isLoaded());
    QVERIFY(!fixture.row.isGone());
    QCOMPARE(fixture.row.account(), fixture.stored());
    QCOMPARE(fixture.row.health(), health);
    QCOMPARE(fixture.row.about().email, u"anna@example.org"_s);
    QCOMPARE(fixture.row.about().at, fixture.clock.now());
}

void TestAccountRow::disabledAccountIsGone()
{
    AccountFixture fixture;
    fixture.execute(u"UPDATE accounts SET status = 'disabled'"_s);
    must(awaited(fixture.row.load()));
    QVERIFY(fixture.row.isGone());
}

void TestAccountRow::deletedAccountIsGone()
{
    AccountFixture fixture;
    fixture.write(
        [&](Store::Session &session) { return Store::markAccountDeleted(session, fixture.id); });
    QCOMPARE(awaited(fixture.row.load()).error().code, Error::Code::NotFound);
    QVERIFY(fixture.row.isGone());
}

void TestAccountRow::accountThatIsEnabledAgainIsNotGone()
{
    AccountFixture fixture;
    fixture.row.setGone();
    must(awaited(fixture.row.load()));
    QVERIFY(!fixture.row.isGone());
}

void TestAccountRow::valuesStayIfTheDatabaseFails()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    const Store::Account before = fixture.row.account();
    fixture.database->close();
    QCOMPARE(awaited(fixture.row.load()).error().code, Error::Code::Storage);
    QCOMPARE(fixture.row.account(), before);
    QVERIFY(!fixture.row.isGone());
}

void TestAccountRow::mechanismIsStored()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    awaited(ended(fixture.row.noteMechanism("PLAIN")));
    QCOMPARE(fixture.row.account().provenMechanism, QByteArray("PLAIN"));
    QCOMPARE(fixture.stored().provenMechanism, QByteArray("PLAIN"));
}

void TestAccountRow::mechanismOfAnotherPasswordIsNotStored()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    fixture.change([](Store::Account &account) { account.secretRef = "another"; });
    awaited(ended(fixture.row.noteMechanism("PLAIN")));
    QCOMPARE(fixture.stored().provenMechanism, QByteArray());
}

QTEST_GUILESS_MAIN(TestAccountRow)
#include "tst_accountrow.moc"
