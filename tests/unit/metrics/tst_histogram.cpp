// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/histogram.h"

#include <QTest>

#include <algorithm>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Metrics::Histogram;

class TestHistogram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isEmptyAtFirst();
    void boundsRise();
    void timeFallsIntoItsBucket_data();
    void timeFallsIntoItsBucket();
    void bucketsAddUp();
    void negativeTimeCountsAsNone();
    void noThreadLosesACount();
};

void TestHistogram::isEmptyAtFirst()
{
    const Histogram histogram;
    QCOMPARE(histogram.snapshot().count(), quint64(0));
    QCOMPARE(histogram.snapshot().sumSeconds, 0.0);
}

void TestHistogram::boundsRise()
{
    QVERIFY(std::ranges::is_sorted(Histogram::bounds));
    QVERIFY(std::ranges::adjacent_find(Histogram::bounds) == Histogram::bounds.end());
}

void TestHistogram::timeFallsIntoItsBucket_data()
{
    QTest::addColumn<qint64>("nanoseconds");
    QTest::addColumn<int>("bucket");

    QTest::newRow("none") << qint64(0) << 0;
    QTest::newRow("below the first bound") << qint64(499'999) << 0;
    QTest::newRow("at a bound") << qint64(500'000) << 0;
    QTest::newRow("above a bound") << qint64(500'001) << 1;
    QTest::newRow("100 ms") << qint64(100'000'000) << 7;
    QTest::newRow("10 s") << qint64(10'000'000'000) << 13;
    QTest::newRow("longer than all bounds") << qint64(3'600'000'000'000) << 14;
}

void TestHistogram::timeFallsIntoItsBucket()
{
    QFETCH(qint64, nanoseconds);
    QFETCH(int, bucket);
    Histogram histogram;
    histogram.observe(std::chrono::nanoseconds(nanoseconds));
    const Histogram::Snapshot snapshot = histogram.snapshot();
    for (int i = 0; i < int(Histogram::buckets); ++i)
        QCOMPARE(snapshot.upTo[size_t(i)], quint64(i >= bucket ? 1 : 0));
}

void TestHistogram::bucketsAddUp()
{
    Histogram histogram;
    histogram.observe(200us);
    histogram.observe(3ms);
    histogram.observe(3ms);
    histogram.observe(1min);
    const Histogram::Snapshot snapshot = histogram.snapshot();
    QCOMPARE(snapshot.upTo[0], quint64(1));
    QCOMPARE(snapshot.upTo[3], quint64(3)); // up to 5 ms
    QCOMPARE(snapshot.upTo[13], quint64(3));
    QCOMPARE(snapshot.count(), quint64(4));
    QCOMPARE(snapshot.sumSeconds, 60.0062);
}

void TestHistogram::negativeTimeCountsAsNone()
{
    Histogram histogram;
    histogram.observe(-1s);
    QCOMPARE(histogram.snapshot().upTo[0], quint64(1));
    QCOMPARE(histogram.snapshot().sumSeconds, 0.0);
}

void TestHistogram::noThreadLosesACount()
{
    constexpr int threadCount = 4;
    constexpr int each = 50'000;
    Histogram histogram;
    std::vector<std::thread> threads;
    for (int i = 0; i < threadCount; ++i)
        threads.emplace_back([&histogram] {
            for (int k = 0; k < each; ++k)
                histogram.observe(1ms);
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(histogram.snapshot().count(), quint64(threadCount * each));
    QCOMPARE(histogram.snapshot().sumSeconds, threadCount * each / 1000.0);
}

QTEST_GUILESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
