// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountoutcomes.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sync::AccountOutcomes;

namespace {

using Wait = std::optional<std::chrono::milliseconds>;

Error unreachable()
{
    return { Error::Code::Unreachable, u"nobody there"_s };
}

Error refusedLogin()
{
    return { Error::Code::Unauthorized, u"wrong password"_s };
}

Sync::Settings settings()
{
    Sync::Settings made;
    made.retry.quickRetry = 2s;
    return made;
}

/** An account that was read, and its outcomes. */
struct Desk : AccountFixture {
    Desk() : AccountFixture({}, settings()) { must(awaited(row.load())); }

    Wait fail(const Error &error) { return awaited(outcomes.noteFailure(error)); }
    void succeed(const Events::PassResult &result = {})
    {
        awaited(ended(outcomes.noteSuccess(result)));
    }

    AccountOutcomes outcomes{ context, row, report };
};

} // namespace

/** What the end of a pass or connection means for the account, and what clients and database get of it. */
class TestAccountOutcomes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstFailureIsNotShown();
    void thirdFailureIsAnError();
    void refusedLoginIsAnErrorAtOnce();
    void successEndsTheError();
    void successIsStoredWithItsTime();
    void longRefusalEndsTheAttempts();
    void earlierFailuresAreContinued();
    void changedAccountBeginsAnew();
    void connectionsThatEndSoonAreTriedLater();
    void connectionWithoutAPassIsNotShort();
    void storageErrorDoesNotCount();
    void fullDiskIsShownUntilTheStateIsStored();
    void errorThatCannotBeStoredIsShown();
    void disabledAccountIsGoneInSilence();
};

void TestAccountOutcomes::firstFailureIsNotShown()
{
    Desk desk;
    QCOMPARE(desk.fail(unreachable()), Wait(2s));
    QCOMPARE(desk.reports.names(), QList<QByteArray>{ "account.sync_error" });
    const Store::Account stored = desk.stored();
    QCOMPARE(stored.status, QByteArray("active"));
    QCOMPARE(stored.errorCode, QByteArray());
    QCOMPARE(stored.failures, 1);
    QCOMPARE(stored.nextAttemptAtMs, desk.clock.nowMs() + 2000);
    QCOMPARE(desk.row.health(), Store::healthOf(stored));
}

void TestAccountOutcomes::thirdFailureIsAnError()
{
    Desk desk;
    desk.fail(unreachable());
    desk.fail(unreachable());
    QVERIFY(!desk.reports.has("account.health"));
    QCOMPARE(desk.fail(unreachable()), Wait(30s));
    QCOMPARE(desk.reports.names().last(), QByteArray("account.health"));
    const Store::Account stored = desk.stored();
    QCOMPARE(stored.status, QByteArray("error"));
    QCOMPARE(stored.errorCode, QByteArray("connect_failed"));
    QCOMPARE(stored.errorMessage, u"nobody there"_s);
}

void TestAccountOutcomes::refusedLoginIsAnErrorAtOnce()
{
    Desk desk;
    QCOMPARE(desk.fail(refusedLogin()), Wait(5min));
    QCOMPARE(desk.reports.names(), (QList<QByteArray>{ "account.sync_error", "account.health" }));
    QCOMPARE(desk.stored().errorCode, QByteArray("auth_failed"));
    QCOMPARE(desk.outcomes.health().errorMessage, u"wrong password"_s);
}

void TestAccountOutcomes::successEndsTheError()
{
    Desk desk;
    desk.fail(refusedLogin());
    desk.reports.events.clear();
    desk.succeed({ 1, 0, 5 });
    QCOMPARE(desk.reports.names(),
             (QList<QByteArray>{ "account.health", "mail.synced", "account.sync_done",
                                 "stats.updated" }));
    QCOMPARE(Store::healthOf(desk.stored()), Store::AccountHealth());
    desk.reports.events.clear();
    desk.succeed();
    QCOMPARE(desk.reports.names(), (QList<QByteArray>{ "mail.synced", "account.sync_done" }));
}

void TestAccountOutcomes::successIsStoredWithItsTime()
{
    Desk desk;
    QCOMPARE(desk.stored().lastSyncAt, std::nullopt);
    desk.succeed();
    QCOMPARE(desk.stored().lastSyncAt, desk.clock.now());
    desk.clock.advance(7s);
    desk.succeed();
    QCOMPARE(desk.stored().lastSyncAt, desk.clock.now());
}

void TestAccountOutcomes::longRefusalEndsTheAttempts()
{
    Desk desk;
    desk.fail(refusedLogin());
    desk.clock.advance(72h);
    QCOMPARE(desk.fail(refusedLogin()), Wait());
    QCOMPARE(desk.stored().nextAttemptAtMs, 0);
}

void TestAccountOutcomes::earlierFailuresAreContinued()
{
    Desk desk;
    desk.fail(refusedLogin());
    AccountOutcomes later(desk.context, desk.row, desk.report);
    must(awaited(desk.row.load()));
    QCOMPARE(later.resume(false),
             30s); // the next attempt is in 5 min, but a start does not wait longer
    QCOMPARE(awaited(later.noteFailure(refusedLogin())), Wait(15min));
}

void TestAccountOutcomes::changedAccountBeginsAnew()
{
    Desk desk;
    desk.fail(refusedLogin());
    AccountOutcomes later(desk.context, desk.row, desk.report);
    must(awaited(desk.row.load()));
    QCOMPARE(later.resume(true), 0ms);
    QCOMPARE(awaited(later.noteFailure(refusedLogin())), Wait(5min));
}

void TestAccountOutcomes::connectionsThatEndSoonAreTriedLater()
{
    Desk desk;
    QList<Wait> waits;
    for (const auto lived : { 1s, 1s, 1s, 60s, 1s }) {
        desk.outcomes.connectionBegins();
        desk.outcomes.firstPassDone();
        desk.succeed();
        desk.clock.advance(lived);
        waits.append(desk.fail(unreachable()));
    }
    QCOMPARE(waits, (QList<Wait>{ 2s, 4s, 8s, 2s, 2s }));
}

void TestAccountOutcomes::connectionWithoutAPassIsNotShort()
{
    Desk desk;
    for (int i = 0; i < 2; ++i) {
        desk.outcomes.connectionBegins();
        desk.outcomes.firstPassDone();
        desk.succeed();
        desk.fail(unreachable());
    }
    desk.succeed();
    desk.outcomes.connectionBegins();             // ends before its first pass does
    QCOMPARE(desk.fail(unreachable()), Wait(4s)); // as before: neither longer nor short again
}

void TestAccountOutcomes::storageErrorDoesNotCount()
{
    Desk desk;
    const Store::Account before = desk.stored();
    const Error lost{ Error::Code::Storage, u"the database is lost"_s };
    QCOMPARE(desk.outcomes.noteStorageFailure(lost), 500ms);
    QCOMPARE(desk.outcomes.noteStorageFailure(lost), 1s);
    desk.outcomes.storageReturned();
    QCOMPARE(desk.outcomes.noteStorageFailure(lost), 500ms);
    desk.succeed();
    QCOMPARE(desk.outcomes.noteStorageFailure(lost), 500ms);
    QCOMPARE(desk.reports.names(), (QList<QByteArray>{ "mail.synced", "account.sync_done" }));
    QCOMPARE(Store::healthOf(desk.stored()), Store::healthOf(before));
    QCOMPARE(desk.fail(unreachable()), Wait(2s)); // the first failure
    QCOMPARE(desk.stored().failures, 1);
}

void TestAccountOutcomes::fullDiskIsShownUntilTheStateIsStored()
{
    Desk desk;
    desk.outcomes.noteStorageFailure({ Error::Code::StorageFull, u"no space left"_s });
    QCOMPARE(desk.reports.names(), (QList<QByteArray>{ "account.sync_error", "account.health" }));
    QCOMPARE(desk.reports.trouble(), (Sync::Trouble{ "storage_full", u"no space left"_s }));
    QCOMPARE(desk.stored().failures, 0);
    desk.reports.events.clear();
    desk.succeed();
    QCOMPARE(desk.reports.trouble(), std::nullopt);
    QCOMPARE(desk.reports.names().first(), QByteArray("account.health"));
    QVERIFY(desk.reports.events.first().data.contains("\"active\""));
}

void TestAccountOutcomes::errorThatCannotBeStoredIsShown()
{
    Desk desk;
    desk.database->close();
    desk.fail(refusedLogin());
    QCOMPARE(desk.reports.trouble(), (Sync::Trouble{ "auth_failed", u"wrong password"_s }));
    QCOMPARE(desk.reports.names(), (QList<QByteArray>{ "account.sync_error", "account.health" }));
    QVERIFY(!desk.row.isGone());
    QCOMPARE(desk.row.health(), Store::AccountHealth()); // as the database has it
}

void TestAccountOutcomes::disabledAccountIsGoneInSilence()
{
    Desk desk;
    desk.execute(u"UPDATE accounts SET status = 'disabled'"_s);
    desk.fail(refusedLogin());
    QVERIFY(desk.row.isGone());
    QVERIFY(desk.reports.events.isEmpty());
    QCOMPARE(desk.stored().status, QByteArray("disabled"));
}

QTEST_GUILESS_MAIN(TestAccountOutcomes)
#include "tst_accountoutcomes.moc"
