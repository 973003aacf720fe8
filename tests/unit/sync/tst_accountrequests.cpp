// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/awaited.h"
#include "sync/accountrequests.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Sync::AccountRequests;

namespace {

QCoro::Task<Result<void>> outcomeOf(Async::Completion<Result<void>> done)
{
    Result<void> outcome = co_await done;
    co_return outcome;
}

} // namespace

/** What is requested of an account until it is done. */
class TestAccountRequests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRequestIsTakenOnce();
    void distrustLastsUntilTheFoldersWereCompared();
    void requestedBodyFinishesForItsUser();
    void allWaitsForBodiesEndTogether();
};

void TestAccountRequests::eachRequestIsTakenOnce()
{
    AccountRequests requests;
    QVERIFY(!requests.takePass() && !requests.takeChangesToStore() && !requests.takeOutdated());
    requests.requestPass();
    requests.requestPass();
    QVERIFY(requests.isPassRequested());
    QVERIFY(requests.takePass());
    QVERIFY(!requests.takePass());
    requests.requestStoring();
    QVERIFY(!requests.isPassRequested());
    QVERIFY(requests.hasChangesToStore());
    QVERIFY(requests.takeChangesToStore());
    QVERIFY(!requests.takeChangesToStore());
    requests.outdate();
    QVERIFY(requests.takeOutdated());
    QVERIFY(!requests.takeOutdated());
}

void TestAccountRequests::distrustLastsUntilTheFoldersWereCompared()
{
    AccountRequests requests;
    QVERIFY(!requests.isDistrusted());
    requests.distrust();
    requests.takePass();
    QVERIFY(requests.isDistrusted());
    requests.trust();
    QVERIFY(!requests.isDistrusted());
}

void TestAccountRequests::requestedBodyFinishesForItsUser()
{
    AccountRequests requests;
    const Store::BodyWanted mail{ .mailId = 5, .uid = 7, .size = 100 };
    const auto waiting = requests.requestBody(3, mail, this);
    QVERIFY(requests.hasBodies());
    QCOMPARE(requests.bodies().size(), 1);
    QCOMPARE(requests.bodies().first().folderId, 3);
    QCOMPARE(requests.bodies().first().mail, mail);
    QVERIFY(!waiting.isFinished());
    requests.bodies().takeFirst().done.finish(Result<void>());
    QVERIFY(awaited(outcomeOf(waiting)).ok());
    QVERIFY(!requests.hasBodies());
}

void TestAccountRequests::allWaitsForBodiesEndTogether()
{
    AccountRequests requests;
    const auto first = requests.requestBody(1, {}, this);
    const auto second = requests.requestBody(2, {}, this);
    const Error why{ Error::Code::Cancelled, u"over"_s };
    requests.endBodies(why);
    QVERIFY(!requests.hasBodies());
    QCOMPARE(awaited(outcomeOf(first)), Result<void>(why));
    QCOMPARE(awaited(outcomeOf(second)), Result<void>(why));
}

QTEST_GUILESS_MAIN(TestAccountRequests)
#include "tst_accountrequests.moc"
