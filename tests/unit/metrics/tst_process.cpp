// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/process.h"

#include <QFile>
#include <QTest>

#include <vector>

class TestProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void processorTimeRises();
    void memoryIsWhatTheSystemSays();
    void openFilesAreCounted();
};

void TestProcess::initTestCase()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux says all of it");
#endif
}

void TestProcess::processorTimeRises()
{
    const double before = *Metrics::processFigures().cpuSeconds;
    double sum = 0;
    QTRY_VERIFY([&] {
        for (int i = 0; i < 1'000'000; ++i)
            sum += double(i) / (sum + 1);
        return *Metrics::processFigures().cpuSeconds > before;
    }());
}

void TestProcess::memoryIsWhatTheSystemSays()
{
    constexpr size_t bytes = 64 * 1024 * 1024;
    const qint64 before = *Metrics::processFigures().residentBytes;
    const std::vector<char> used(bytes, 'x');
    const qint64 after = *Metrics::processFigures().residentBytes;
    QVERIFY2(after - before > qint64(bytes) / 2, qPrintable(QString::number(after - before)));
    QVERIFY(*Metrics::processFigures().virtualBytes >= after);
    QCOMPARE(used.back(), 'x');
}

void TestProcess::openFilesAreCounted()
{
    const qint64 before = *Metrics::processFigures().openDescriptors;
    QFile one(QStringLiteral("/dev/null"));
    QFile two(QStringLiteral("/dev/null"));
    QVERIFY(one.open(QIODevice::ReadOnly) && two.open(QIODevice::ReadOnly));
    QCOMPARE(*Metrics::processFigures().openDescriptors, before + 2);
    QVERIFY(*Metrics::processFigures().maxDescriptors >= before + 2);
}

QTEST_GUILESS_MAIN(TestProcess)
#include "tst_process.moc"
