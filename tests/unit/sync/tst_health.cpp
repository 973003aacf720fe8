// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/health.h"

#include <QTest>

using namespace Sync;
using namespace std::chrono_literals;

class tst_Health : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRefusedLoginIsAnErrorAtOnce();
    void refusedLoginsAreTriedLessAndLess();
    void logsInNoMoreAfterThreeDays();
    void oneCutConnectionDoesNotFlicker();
    void threeFailuresInARowAreAnError();
    void networkTlsAndServerFailuresCountAlike_data();
    void networkTlsAndServerFailuresCountAlike();
    void fiveMinutesOfFailureAreAnError();
    void networkRetriesDoubleUpToTheLimit();
    void errorsThatNeedTheUserAreShownAtOnce_data();
    void errorsThatNeedTheUserAreShownAtOnce();
    void namesTheApisErrorCodes_data();
    void namesTheApisErrorCodes();
    void aRefusedLoginWaitsALittleAfterAStart_data();
    void aRefusedLoginWaitsALittleAfterAStart();
    void goesSlowlyBackToWhoThrowsUsOut();
    void itsOwnDatabaseIsNoFaultOfTheServer_data();
    void itsOwnDatabaseIsNoFaultOfTheServer();
    void asksTheDatabaseAgainSoon();
    void aClockThatIsSetBackBeginsTheRowAnew();

private:
    Error refused{ Error::Code::Unauthorized, QStringLiteral("refused") };
    Error cut{ Error::Code::Unreachable, QStringLiteral("cut") };
};

void tst_Health::aRefusedLoginIsAnErrorAtOnce()
{
    const Verdict verdict = afterFailure({}, refused, 1000, {});
    QVERIFY(verdict.health.isError);
    QCOMPARE(verdict.health.errorCode, "auth_failed");
    QCOMPARE(verdict.health.errorMessage, QStringLiteral("refused"));
    QVERIFY(verdict.retryAfter == 5min);
}

void tst_Health::refusedLoginsAreTriedLessAndLess()
{
    Health health;
    QList<qint64> minutes;
    for (int i = 0; i < 5; ++i) {
        const Verdict verdict = afterFailure(health, refused, 1000, {});
        health = verdict.health;
        minutes.append(verdict.retryAfter.value().count() / 60000);
    }
    QCOMPARE(minutes, (QList<qint64>{ 5, 15, 60, 360, 360 }));
}

void tst_Health::logsInNoMoreAfterThreeDays()
{
    const Health first = afterFailure({}, refused, 0, {}).health;
    const qint64 threeDays = 3 * 86400 * 1000;
    QVERIFY(afterFailure(first, refused, threeDays - 1, {}).retryAfter.has_value());
    QVERIFY(!afterFailure(first, refused, threeDays, {}).retryAfter.has_value());
}

void tst_Health::oneCutConnectionDoesNotFlicker()
{
    const Verdict verdict = afterFailure({}, cut, 1000, {});
    QVERIFY(!verdict.health.isError);
    QCOMPARE(verdict.health.failures, 1);
    QVERIFY(verdict.retryAfter < 10s);
}

void tst_Health::threeFailuresInARowAreAnError()
{
    Health health;
    for (int i = 0; i < 2; ++i)
        health = afterFailure(health, cut, 1000, {}).health;
    QVERIFY(!health.isError);
    const Verdict third = afterFailure(health, cut, 1000, {});
    QVERIFY(third.health.isError);
    QCOMPARE(third.health.errorCode, "connect_failed");
    QVERIFY(third.retryAfter == 30s);
}

void tst_Health::networkTlsAndServerFailuresCountAlike_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("network") << int(Error::Code::Unreachable);
    QTest::newRow("TLS") << int(Error::Code::Tls);
    QTest::newRow("certificate") << int(Error::Code::Certificate);
    QTest::newRow("timeout") << int(Error::Code::Timeout);
    QTest::newRow("server") << int(Error::Code::Server);
    QTest::newRow("protocol") << int(Error::Code::Protocol);
}

void tst_Health::networkTlsAndServerFailuresCountAlike()
{
    QFETCH(int, code);
    const Error error{ Error::Code(code), {} };
    Health health;
    QList<bool> isError;
    for (int i = 0; i < 3; ++i) {
        health = afterFailure(health, error, 1000, {}).health;
        isError.append(health.isError);
    }
    QCOMPARE(isError, (QList<bool>{ false, false, true }));
}

void tst_Health::fiveMinutesOfFailureAreAnError()
{
    const Health once = afterFailure({}, cut, 0, {}).health;
    QVERIFY(!afterFailure(once, cut, 299'999, {}).health.isError);
    QVERIFY(afterFailure(once, cut, 300'000, {}).health.isError);
}

void tst_Health::networkRetriesDoubleUpToTheLimit()
{
    Health health;
    QList<qint64> seconds;
    for (int i = 0; i < 10; ++i) {
        const Verdict verdict = afterFailure(health, cut, 1000, {});
        health = verdict.health;
        if (health.isError)
            seconds.append(verdict.retryAfter.value().count() / 1000);
    }
    QCOMPARE(seconds, (QList<qint64>{ 30, 60, 120, 240, 480, 900, 900, 900 }));
}

void tst_Health::errorsThatNeedTheUserAreShownAtOnce_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("unreadable secret") << int(Error::Code::SecretUnreadable);
    QTest::newRow("secret gone") << int(Error::Code::SecretMissing);
    QTest::newRow("keychain locked") << int(Error::Code::SecretLocked);
}

void tst_Health::errorsThatNeedTheUserAreShownAtOnce()
{
    QFETCH(int, code);
    QVERIFY(afterFailure({}, { Error::Code(code), {} }, 1000, {}).health.isError);
}

void tst_Health::namesTheApisErrorCodes_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("name");
    const auto row = [](Error::Code code, const char *name) {
        QTest::newRow(name) << int(code) << QByteArray(name);
    };
    row(Error::Code::Unauthorized, "auth_failed");
    row(Error::Code::Unreachable, "connect_failed");
    row(Error::Code::Tls, "tls_failed");
    row(Error::Code::Certificate, "certificate_invalid");
    row(Error::Code::Timeout, "timeout");
    row(Error::Code::Protocol, "server_error");
    row(Error::Code::SecretUnreadable, "secret_unreadable");
    row(Error::Code::SecretMissing, "auth_required");
    row(Error::Code::SecretLocked, "secret_locked");
    row(Error::Code::StorageFull, "storage_full");
}

void tst_Health::namesTheApisErrorCodes()
{
    QFETCH(int, code);
    QTEST(errorCodeOf(Error::Code(code)), "name");
}

void tst_Health::aRefusedLoginWaitsALittleAfterAStart_data()
{
    QTest::addColumn<int>("authFailures");
    QTest::addColumn<qint64>("next");
    QTest::addColumn<qint64>("wait");
    QTest::newRow("healthy") << 0 << qint64(0) << qint64(0);
    QTest::newRow("network trouble waits no more") << 0 << qint64(900'000) << qint64(0);
    QTest::newRow("its time has come") << 1 << qint64(90'000) << qint64(0);
    QTest::newRow("its time is near") << 1 << qint64(110'000) << qint64(10'000);
    QTest::newRow("its time is far") << 4 << qint64(20'000'000) << qint64(30'000);
    QTest::newRow("given up: once") << 9 << qint64(0) << qint64(30'000);
}

void tst_Health::aRefusedLoginWaitsALittleAfterAStart()
{
    QFETCH(int, authFailures);
    QFETCH(qint64, next);
    Health health;
    health.authFailures = authFailures;
    QTEST(qint64(waitAtStart(health, next, 100'000, {}).count()), "wait");
}

void tst_Health::goesSlowlyBackToWhoThrowsUsOut()
{
    QList<qint64> seconds;
    for (int shortLived = 0; shortLived < 12; ++shortLived)
        seconds.append(waitAfterShortLife(shortLived, {}).count() / 1000);
    QCOMPARE(seconds, (QList<qint64>{ 0, 0, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900 }));
}

void tst_Health::itsOwnDatabaseIsNoFaultOfTheServer_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("isOurs");
    QTest::newRow("database gone") << int(Error::Code::Storage) << true;
    QTest::newRow("disk full") << int(Error::Code::StorageFull) << true;
    QTest::newRow("commit without an answer") << int(Error::Code::OutcomeUnknown) << true;
    QTest::newRow("mail server away") << int(Error::Code::Unreachable) << false;
    QTest::newRow("refusal") << int(Error::Code::Server) << false;
    QTest::newRow("keychain locked") << int(Error::Code::SecretLocked) << false;
}

void tst_Health::itsOwnDatabaseIsNoFaultOfTheServer()
{
    QFETCH(int, code);
    QTEST(isOfStorage(Error::Code(code)), "isOurs");
}

void tst_Health::asksTheDatabaseAgainSoon()
{
    QList<qint64> waits;
    for (int tries = 0; tries < 7; ++tries)
        waits.append(waitForStorage(tries).count());
    QCOMPARE(waits, (QList<qint64>{ 500, 1000, 2000, 4000, 8000, 10'000, 10'000 }));
}

void tst_Health::aClockThatIsSetBackBeginsTheRowAnew()
{
    constexpr qint64 day = 86'400'000;
    const Health before = afterFailure({}, refused, 2 * day, {}).health;
    const Health after = afterFailure(before, refused, day, {}).health;
    QCOMPARE(after.failingSinceMs, day);
    QCOMPARE(after.authFailingSinceMs, day);
}

QTEST_GUILESS_MAIN(tst_Health)
#include "tst_health.moc"
