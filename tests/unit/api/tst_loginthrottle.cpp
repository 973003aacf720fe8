// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/loginthrottle.h"
#include "support/manualclock.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class LoginThrottleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doublesTheWaitAfterFiveTries();
    void waitsNoLongerThanFifteenMinutes();
    void triesAtOnceAreCounted();
    void successGivesFreeTriesAgain();
    void refusedTriesDoNotLengthenTheWait();
    void seesOneSource_data();
    void seesOneSource();
    void limitsAnAddressToThirtyAMinute();
    void forgetsTheLeastRecentlyUsed();
    void forgetsAfterADay();
};

namespace {

const QHostAddress here(u"192.0.2.1"_s);

/// The number of tries that are admitted now.
int admittedTries(Api::LoginThrottle &throttle, const QString &user = u"anna"_s)
{
    int count = 0;
    while (count < 100 && throttle.admit(user, here) == 0)
        ++count;
    return count;
}

} // namespace

void LoginThrottleTest::doublesTheWaitAfterFiveTries()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    QCOMPARE(admittedTries(throttle), 5);
    for (const int seconds : { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512 }) {
        QCOMPARE(throttle.admit(u"anna"_s, here), seconds);
        clock.advance(1000ms * seconds - 1ms);
        QCOMPARE(throttle.admit(u"anna"_s, here), 1);
        clock.advance(1ms);
        QCOMPARE(throttle.admit(u"anna"_s, here), 0);
    }
}

void LoginThrottleTest::waitsNoLongerThanFifteenMinutes()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    for (int i = 0; i < 60; ++i) {
        QCOMPARE(throttle.admit(u"anna"_s, here), 0);
        clock.advance(15min);
    }
    QCOMPARE(throttle.admit(u"anna"_s, here), 0);
    QCOMPARE(throttle.admit(u"anna"_s, here), 900);
}

void LoginThrottleTest::triesAtOnceAreCounted()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    // None of the five has failed yet when the sixth comes.
    QCOMPARE(admittedTries(throttle), 5);
    QCOMPARE(throttle.admit(u"berta"_s, here), 0);
}

void LoginThrottleTest::successGivesFreeTriesAgain()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    QCOMPARE(admittedTries(throttle), 5);
    clock.advance(1s);
    QCOMPARE(throttle.admit(u"anna"_s, here), 0);
    throttle.succeeded(u"anna"_s, here);
    QCOMPARE(admittedTries(throttle), 5);
}

void LoginThrottleTest::refusedTriesDoNotLengthenTheWait()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    QCOMPARE(admittedTries(throttle), 5);
    for (int i = 0; i < 1000; ++i)
        QCOMPARE(throttle.admit(u"anna"_s, here), 1);
    clock.advance(1s);
    QCOMPARE(throttle.admit(u"anna"_s, here), 0);
}

void LoginThrottleTest::seesOneSource_data()
{
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("same") << u"anna"_s << u"192.0.2.1"_s << true;
    QTest::newRow("other case of the name") << u"ANNA"_s << u"192.0.2.1"_s << true;
    QTest::newRow("IPv4 inside IPv6") << u"anna"_s << u"::ffff:192.0.2.1"_s << true;
    QTest::newRow("other user") << u"berta"_s << u"192.0.2.1"_s << false;
    QTest::newRow("neighbour") << u"anna"_s << u"192.0.2.2"_s << false;
    QTest::newRow("IPv6") << u"anna"_s << u"2001:db8::1"_s << false;
}

void LoginThrottleTest::seesOneSource()
{
    QFETCH(QString, user);
    QFETCH(QString, address);
    QFETCH(bool, isSame);
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    QCOMPARE(admittedTries(throttle), 5);
    QCOMPARE(throttle.admit(user, QHostAddress(address)) > 0, isSame);
}

void LoginThrottleTest::limitsAnAddressToThirtyAMinute()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    const QHostAddress first(u"2001:db8:0:1::1"_s);
    const QHostAddress second(u"2001:db8:0:1:ffff::2"_s);
    for (int i = 0; i < 30; ++i)
        QCOMPARE(throttle.admit(QString::number(i), i % 2 ? first : second), 0);
    clock.advance(20s);
    QCOMPARE(throttle.admit(u"anna"_s, first), 40);
    QCOMPARE(throttle.admit(u"anna"_s, second), 40);
    QCOMPARE(throttle.admit(u"anna"_s, QHostAddress(u"2001:db8:0:2::1"_s)), 0);
    clock.advance(40s);
    QCOMPARE(throttle.admit(u"anna"_s, first), 0);
}

void LoginThrottleTest::forgetsTheLeastRecentlyUsed()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock, { .perAddressMinute = 0, .remembered = 3 });
    QCOMPARE(admittedTries(throttle), 5);
    for (int i = 0; i < 2; ++i)
        QCOMPARE(throttle.admit(QString::number(i), here), 0);
    QCOMPARE(throttle.admit(u"anna"_s, here), 1);
    QCOMPARE(throttle.admit(u"2"_s, here), 0);
    QCOMPARE(throttle.admit(u"anna"_s, here), 1);
    for (int i = 3; i < 6; ++i)
        QCOMPARE(throttle.admit(QString::number(i), here), 0);
    QCOMPARE(throttle.admit(u"anna"_s, here), 0);
}

void LoginThrottleTest::forgetsAfterADay()
{
    ManualClock clock;
    Api::LoginThrottle throttle(clock);
    QCOMPARE(admittedTries(throttle), 5);
    clock.advance(24h);
    QCOMPARE(admittedTries(throttle), 5);
}

QTEST_APPLESS_MAIN(LoginThrottleTest)
#include "tst_loginthrottle.moc"
