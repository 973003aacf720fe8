// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/pbkdf2.h"
#include "net/derivation.h"
#include "support/awaited.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

using Net::Derivation;
using Net::derive;

/** Keys for logins, whose cost the server chooses. The thread that waits for them is not blocked. */
class TestDerivation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void derivesAsOpenSslDoes();
    void leavesTheThreadFree();
    void takesCheapOnesFirst();
    void leavesOutWhatIsNotWanted();
    void refusesMoreThanCanWait();
};

namespace {

constexpr int manyIterations = 600'000;

Derivation wanted(int iterations)
{
    return { Net::ScramHash::Sha256, "pencil", "salt", iterations };
}

using Outcome = std::optional<Result<QByteArray>>;

QCoro::Task<> keep(QCoro::Task<Result<QByteArray>> task, std::shared_ptr<Outcome> into)
{
    Result<QByteArray> value = co_await task;
    into->emplace(std::move(value));
}

QCoro::Task<> keepOrder(QCoro::Task<Result<QByteArray>> task, int number, QList<int> *ended)
{
    const Result<QByteArray> value = co_await task;
    ended->append(number);
}

/// Begins the derivation without waiting; its result is kept.
std::shared_ptr<Outcome> begun(const Derivation &derivation)
{
    auto outcome = std::make_shared<Outcome>();
    keep(derive(derivation), outcome);
    return outcome;
}

} // namespace

void TestDerivation::derivesAsOpenSslDoes()
{
    Derivation sha1 = wanted(4096);
    sha1.hash = Net::ScramHash::Sha1;
    QCOMPARE(awaited(derive(sha1)),
             Result<QByteArray>(Crypto::pbkdf2HmacSha1("pencil", "salt", 4096)));
    QCOMPARE(awaited(derive(wanted(4096))),
             Result<QByteArray>(Crypto::pbkdf2HmacSha256("pencil", "salt", 4096)));
}

void TestDerivation::leavesTheThreadFree()
{
    const auto outcome = begun(wanted(manyIterations));
    QVERIFY(!outcome->has_value()); // the call returns before the result is there
    QTRY_VERIFY(outcome->has_value());
    QVERIFY((*outcome)->ok());
}

void TestDerivation::takesCheapOnesFirst()
{
    const int many = 2 * QThread::idealThreadCount() + 2; // more than there are threads
    QList<int> ended;                                     // in the order of their ends
    for (int i = 0; i < many; ++i)
        keepOrder(derive(wanted(100'000)), i, &ended);
    keepOrder(derive(wanted(4096)), many, &ended);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), many + 1, Support::patience(30'000));
    QVERIFY(ended.indexOf(many) < ended.indexOf(many - 1));
}

void TestDerivation::leavesOutWhatIsNotWanted()
{
    const auto first = begun(wanted(100'000)); // so that the next ones wait
    QList<Derivation> left;
    std::vector<std::shared_ptr<Outcome>> outcomes;
    for (int i = 0; i < 40; ++i) {
        left.append(wanted(manyIterations));
        outcomes.push_back(begun(left.last()));
    }
    for (const Derivation &one : std::as_const(left))
        *one.isWanted = false;
    for (const auto &outcome : outcomes)
        QTRY_VERIFY_WITH_TIMEOUT(outcome->has_value(), Support::patience(10'000));
    // Only one or two ran on each thread; all 40 would take a quarter of a minute.
    QVERIFY(!outcomes.back()->value().ok());
    QCOMPARE(outcomes.back()->value().error().code, Error::Code::Cancelled);
    QTRY_VERIFY(first->has_value());
}

void TestDerivation::refusesMoreThanCanWait()
{
    constexpr qint64 shorterThanOneMs = 50;
    const int threads = std::max(1, QThread::idealThreadCount() / 2);
    const int count = 200 + threads;
    QVERIFY(awaited(derive(wanted(4096)))); // the threads have started
    QList<Derivation> all;
    std::vector<std::shared_ptr<Outcome>> outcomes;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < count; ++i) {
        all.append(wanted(manyIterations));
        outcomes.push_back(begun(all.last()));
    }
    const bool hasNoneEnded = timer.elapsed() < shorterThanOneMs;
    QVERIFY(outcomes.back()->has_value()); // at once
    QCOMPARE(outcomes.back()->value().error().code, Error::Code::Timeout);
    const auto refused =
        std::ranges::count_if(outcomes, [](const auto &outcome) { return outcome->has_value(); });
    for (const Derivation &one : std::as_const(all))
        *one.isWanted = false;
    for (const auto &outcome : outcomes)
        QTRY_VERIFY_WITH_TIMEOUT(outcome->has_value(), Support::patience(10'000));
    if (hasNoneEnded) // one that ended would have given its place to another
        QCOMPARE(count - refused, 64 + threads);
}

QTEST_GUILESS_MAIN(TestDerivation)
#include "tst_derivation.moc"
