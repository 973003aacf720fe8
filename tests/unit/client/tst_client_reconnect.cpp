// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/reconnect.h"

#include <QTest>

using namespace Client;
using namespace std::chrono_literals;

class TestReconnect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitsLongerAndLongerThenPolls();
    void beginsAnewAfterSuccess();
    void comesEarlierByAFifthAtMost();
    void waitsAsLongAsTheServiceAsks();
};

namespace {

QList<std::chrono::milliseconds> waits(Reconnect &reconnect, int count, double jitter = 0)
{
    QList<std::chrono::milliseconds> all;
    for (int i = 0; i < count; ++i)
        all.append(reconnect.afterFailure(jitter).wait);
    return all;
}

} // namespace

void TestReconnect::waitsLongerAndLongerThenPolls()
{
    Reconnect reconnect;
    const QList<std::chrono::milliseconds> expected{ 1s, 2s, 4s, 8s, 16s, 30s, 30s, 30s, 30s, 30s };
    QCOMPARE(waits(reconnect, 10), expected);
    QVERIFY(!reconnect.isPolling());
    for (int i = 0; i < 3; ++i)
        QVERIFY(reconnect.afterFailure(0) == (Reconnect::Step{ 120s, true }));
    QVERIFY(reconnect.isPolling());
}

void TestReconnect::beginsAnewAfterSuccess()
{
    Reconnect reconnect;
    waits(reconnect, 12);
    reconnect.succeeded();
    QVERIFY(!reconnect.isPolling());
    QVERIFY(reconnect.afterFailure(0) == (Reconnect::Step{ 1s, false }));
}

void TestReconnect::comesEarlierByAFifthAtMost()
{
    Reconnect reconnect;
    const QList<std::chrono::milliseconds> expected{ 800ms, 1600ms, 3200ms };
    QCOMPARE(waits(reconnect, 3, 1.0), expected);
}

void TestReconnect::waitsAsLongAsTheServiceAsks()
{
    Reconnect reconnect;
    QVERIFY(reconnect.afterFailure(0, 17s) == (Reconnect::Step{ 17s, false }));
    QVERIFY(reconnect.afterFailure(0, 1s) == (Reconnect::Step{ 2s, false }));
    QVERIFY(reconnect.afterFailure(0, 1h) == (Reconnect::Step{ 120s, false }));
}

QTEST_APPLESS_MAIN(TestReconnect)
#include "tst_client_reconnect.moc"
