// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/passwordhasher.h"
#include "support/patience.h"

#include <QTest>

using Crypto::PasswordCheck;

class PasswordHasherTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hashesAndVerifiesAwayFromThisThread();
    void refusesWhenTooManyWait();
    void sparesTheWorkForWhoeverLeft();
};

namespace {

constexpr Crypto::ScryptCost cheap{ 10, 8, 1 };

QCoro::Task<> verifyInto(Api::PasswordHasher &hasher, QByteArray password, QByteArray phc,
                         QList<Result<PasswordCheck, ApiFailure>> &results,
                         std::function<bool()> isWanted = {})
{
    auto result = co_await hasher.verify(password, phc, isWanted);
    results.append(result);
}

QCoro::Task<> hashInto(Api::PasswordHasher &hasher, QByteArray password, QByteArray &hash)
{
    const auto made = co_await hasher.hash(password);
    hash = made.value();
}

} // namespace

void PasswordHasherTest::hashesAndVerifiesAwayFromThisThread()
{
    Api::PasswordHasher hasher(cheap);
    QByteArray hash;
    hashInto(hasher, "correct horse", hash);
    QVERIFY(hash.isEmpty());
    QTRY_VERIFY(!hash.isEmpty());
    QList<Result<PasswordCheck, ApiFailure>> results;
    verifyInto(hasher, "correct horse", hash, results);
    QTRY_COMPARE(results.size(), 1);
    QCOMPARE(results.first().value(), PasswordCheck::Right);
}

void PasswordHasherTest::refusesWhenTooManyWait()
{
    Api::PasswordHasher hasher(cheap, 0);
    const int cores = QThread::idealThreadCount();
    QList<Result<PasswordCheck, ApiFailure>> results;
    for (int i = 0; i < cores; ++i)
        verifyInto(hasher, "wrong", hasher.dummyHash(), results);
    QCOMPARE(results.size(), 0);
    verifyInto(hasher, "wrong", hasher.dummyHash(), results);
    QCOMPARE(results.size(), 1);
    QCOMPARE(results.first().error().error, ApiError::Overloaded);
    QVERIFY(results.first().error().retryAfterSeconds > 0);
    QTRY_COMPARE(results.size(), cores + 1);
    verifyInto(hasher, "wrong", hasher.dummyHash(), results);
    QTRY_COMPARE(results.size(), cores + 2);
    QCOMPARE(results.last().value(), PasswordCheck::Wrong);
}

void PasswordHasherTest::sparesTheWorkForWhoeverLeft()
{
    Api::PasswordHasher hasher(Crypto::ScryptCost{ 20, 8, 16 }); // all 20 would take minutes
    QList<Result<PasswordCheck, ApiFailure>> results;
    for (int i = 0; i < 20; ++i)
        verifyInto(hasher, "wrong", hasher.dummyHash(), results, [] { return false; });
    QTRY_COMPARE(results.size(), 20);
    QCOMPARE(results.first().error().error, ApiError::Overloaded);
}

QTEST_GUILESS_MAIN(PasswordHasherTest)
#include "tst_passwordhasher.moc"
