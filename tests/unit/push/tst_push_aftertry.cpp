// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/aftertry.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Push;
using What = Push::Outcome::What;

namespace {

constexpr qint64 now = 1'800'000'000;
constexpr qint64 nowMs = now * 1000;

Store::PushJob job(qint64 attempts = 1)
{
    Store::PushJob job;
    job.id = 5;
    job.attempts = attempts;
    job.to.id = 9;
    return job;
}

} // namespace

class tst_push_aftertry : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void knowsWhatAnswersMean_data();
    void knowsWhatAnswersMean();
    void waitsLongerEachTime();
    void pausesAsLongAsTheServiceWishes_data();
    void pausesAsLongAsTheServiceWishes();
    void saysLessOnceWhereItWasTooMuch();
    void notesSuccess();
    void countsFailures();
    void givesUpOnABrowserAfterDaysOfFailures();
    void aClockThatWentBackBeginsAnew();
};

void tst_push_aftertry::knowsWhatAnswersMean_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<What>("what");
    QTest::addColumn<qint64>("inMs");
    for (const int status : { 200, 201, 202, 204 })
        QTest::addRow("%d is delivered", status) << status << What::Ended << qint64(0);
    for (const int status : { 404, 410 })
        QTest::addRow("%d is gone", status) << status << What::Gone << qint64(0);
    for (const int status : { 301, 307, 400, 401, 403, 405, 408, 422 })
        QTest::addRow("%d is final", status) << status << What::Ended << qint64(0);
    for (const int status : { 0, 429, 500, 502, 503, 504 })
        QTest::addRow("%d passes", status) << status << What::Again << qint64(5000);
}

void tst_push_aftertry::knowsWhatAnswersMean()
{
    QFETCH(int, status);
    QFETCH(qint64, inMs);
    const Outcome outcome = afterTry(job(), { .status = status }, {}, nowMs);
    QTEST(outcome.what, "what");
    QCOMPARE(outcome.atMs, inMs > 0 ? nowMs + inMs : 0);
    const bool pauses = status == 429 || status == 503;
    QCOMPARE(outcome.pauseUntilMs, pauses ? nowMs + inMs : 0);
    QCOMPARE(afterTry(job(), { .isRefused = true }, {}, nowMs).what, What::Ended);
}

void tst_push_aftertry::waitsLongerEachTime()
{
    const QList<qint64> waits = { 5, 30, 120, 600, 600, 600 };
    for (qsizetype i = 0; i < waits.size(); ++i)
        QCOMPARE(afterTry(job(i + 1), { .status = 500 }, {}, nowMs).atMs, nowMs + 1000 * waits[i]);
}

void tst_push_aftertry::pausesAsLongAsTheServiceWishes_data()
{
    QTest::addColumn<qint64>("wished");
    QTest::addColumn<qint64>("pause");
    QTest::newRow("says nothing") << qint64(-1) << qint64(5000);
    QTest::newRow("at once") << qint64(0) << qint64(0);
    QTest::newRow("some") << qint64(90'000) << qint64(90'000);
    QTest::newRow("a year") << qint64(365) * 86'400'000 << qint64(3'600'000);
}

void tst_push_aftertry::pausesAsLongAsTheServiceWishes()
{
    QFETCH(qint64, wished);
    QFETCH(qint64, pause);
    for (const int status : { 429, 503 }) {
        const Answer answer{ .status = status, .retryAfterMs = wished };
        const Outcome outcome = afterTry(job(), answer, {}, nowMs);
        QCOMPARE(outcome.atMs, nowMs + pause);
        QCOMPARE(outcome.pauseUntilMs, nowMs + pause);
    }
    const Answer other{ .status = 500, .retryAfterMs = wished };
    QCOMPARE(afterTry(job(), other, {}, nowMs).pauseUntilMs, 0);
}

void tst_push_aftertry::saysLessOnceWhereItWasTooMuch()
{
    const Outcome first = afterTry(job(), { .status = 413 }, {}, nowMs);
    QCOMPARE(first.what, What::Again);
    QCOMPARE(first.atMs, nowMs);
    QVERIFY(first.job.isMinimal);
    QCOMPARE(first.job.to.failures, 0);
    const Outcome second = afterTry(first.job, { .status = 413 }, {}, nowMs);
    QCOMPARE(second.what, What::Ended);
    QCOMPARE(second.job.to.failures, 1);
}

void tst_push_aftertry::notesSuccess()
{
    Store::PushJob before = job();
    before.to.failures = 4;
    before.to.failingSince = now - 100;
    before.to.lastStatus = 500;
    const Outcome outcome = afterTry(before, { .status = 201 }, {}, nowMs);
    QCOMPARE(outcome.job.to.failures, 0);
    QCOMPARE(outcome.job.to.failingSince, std::nullopt);
    QCOMPARE(outcome.job.to.lastSuccessAt, now);
    QCOMPARE(outcome.job.to.lastStatus, 201);
}

void tst_push_aftertry::countsFailures()
{
    const Outcome first = afterTry(job(), { .status = 403 }, {}, nowMs);
    QCOMPARE(first.job.to.failures, 1);
    QCOMPARE(first.job.to.failingSince, now);
    QCOMPARE(first.job.to.lastStatus, 403);
    const Outcome second = afterTry(first.job, { .status = 0 }, {}, nowMs + 7000);
    QCOMPARE(second.job.to.failures, 2);
    QCOMPARE(second.job.to.failingSince, now);
    QCOMPARE(second.job.to.lastStatus, 403); // of the last try that got an answer
    QVERIFY(second.job.to.isActive);
}

void tst_push_aftertry::givesUpOnABrowserAfterDaysOfFailures()
{
    constexpr qint64 fiveDays = 5 * 86'400;
    Store::PushJob failing = job();
    failing.to.failingSince = now - fiveDays + 1;
    QVERIFY(afterTry(failing, { .status = 500 }, {}, nowMs).job.to.isActive);
    failing.to.failingSince = now - fiveDays;
    const Outcome outcome = afterTry(failing, { .status = 500 }, {}, nowMs);
    QVERIFY(!outcome.job.to.isActive);
    QCOMPARE(outcome.what, What::Ended);
    QVERIFY(afterTry(failing, { .status = 201 }, {}, nowMs).job.to.isActive);
}

void tst_push_aftertry::aClockThatWentBackBeginsAnew()
{
    Store::PushJob failing = job();
    failing.to.failingSince = now + 1000;
    QCOMPARE(afterTry(failing, { .status = 500 }, {}, nowMs).job.to.failingSince, now);
}

QTEST_GUILESS_MAIN(tst_push_aftertry)
#include "tst_push_aftertry.moc"
