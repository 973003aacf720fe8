// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/lists/mailpage.h"
#include "store/people/users.h"
#include "store/people/visibility.h"
#include "store/queue/pushqueue.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

const QByteArray ours = "our public key";
constexpr qint64 nowMs = 1'800'000'000'000;
constexpr qint64 leaseMs = 60'000;

PushSubscription browser(const QByteArray &name, qint64 userId = 1)
{
    PushSubscription subscription;
    subscription.userId = userId;
    subscription.endpoint = "https://push.example/" + name;
    subscription.origin = "https://push.example";
    subscription.publicKey = QByteArray(65, '\4');
    subscription.authSecret = QByteArray(16, '\0');
    subscription.vapidKey = ours;
    subscription.userAgent = u"Firefox"_s;
    return subscription;
}

qint64 saved(StoreFixture &fixture, const PushSubscription &subscription, int most = 20)
{
    return must(savePushSubscription(fixture.session(), subscription, most)).id;
}

/// Stores mails with these uids and a notice about them, as the synchronisation does.
QList<qint64> arrived(StoreFixture &fixture, const QList<quint32> &uids, qint64 account = 1)
{
    Folder folder = fixture.inbox();
    if (account != 1)
        folder = fixture.addFolder(account, u"INBOX"_s, "inbox");
    QList<NewMail> mails;
    for (const quint32 uid : uids)
        mails.append(mailWith(uid));
    const QList<qint64> ids = fixture.insert(folder, mails);
    must(notePushes(fixture.session(), account, must(mailsByIds(fixture.session(), ids))));
    return ids;
}

QList<PushJob> claimed(StoreFixture &fixture, int most = 100)
{
    const auto mayTake = [&most](qint64, const QByteArray &) {
        return most-- > 0;
    };
    return must(claimPushJobs(fixture.session(), ours, mayTake, fixture.clock.ms + leaseMs));
}

QList<PushJob> spreadAndClaimed(StoreFixture &fixture)
{
    must(spreadPushNotices(fixture.session(), ours));
    return claimed(fixture);
}

QList<qint64> reached(const QList<PushJob> &jobs)
{
    QList<qint64> ids;
    for (const PushJob &job : jobs)
        ids.append(job.to.id);
    return ids;
}

qint64 jobCount(StoreFixture &fixture)
{
    return fixture.number(u"SELECT COUNT(*) FROM push_jobs"_s);
}

qint64 noticeCount(StoreFixture &fixture)
{
    return fixture.number(u"SELECT COUNT(*) FROM push_notices"_s);
}

} // namespace

class TestPushQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatTheBrowserSent();
    void renewsASubscriptionByItsEndpoint();
    void subscriptionsMoveWithTheBrowser();
    void keepsSoManyOfAUser();
    void removesOnlyTheUsersOwn();
    void goesWithItsUser();

    void addsNoticesOfUnreadMail();
    void addsNoNoticesWithoutSubscriptions();
    void accountsMayBeQuiet();
    void goesToWhoMaySeeTheAccount();
    void passesOverWhoCannotBeReached();
    void aDeletedMailIsKnownAsSuch();
    void goesWithItsAccount();

    void comesInOrder();
    void leasesWhatWasClaimed();
    void takesWhatTheChoiceTakes();
    void knowsWhenSomethingIsDue();
    void sendsAtOnceAfterTheClockWasSetBack();
    void releasesWhatWasClaimedWithoutAnAnswer();
    void waitsForAPausedService();
    void isReleasedAfterACrash();
    void prunesWhatIsOver();
};

void TestPushQueue::keepsWhatTheBrowserSent()
{
    StoreFixture fixture;
    PushSubscription expected = browser("a");
    expected.id = saved(fixture, expected);
    expected.createdAt = expected.updatedAt = nowMs / 1000;
    QCOMPARE(must(pushSubscriptionsOf(fixture.session(), 1)), QList<PushSubscription>{ expected });
    expected.isActive = false;
    expected.lastSuccessAt = 5;
    expected.lastStatus = 503;
    expected.failures = 3;
    expected.failingSince = 7;
    must(notePushSubscription(fixture.session(), expected));
    QCOMPARE(must(pushSubscriptionsOf(fixture.session(), 1)), QList<PushSubscription>{ expected });
}

void TestPushQueue::renewsASubscriptionByItsEndpoint()
{
    StoreFixture fixture;
    PushSubscription one = browser("a");
    one.id = saved(fixture, one);
    one.isActive = false;
    one.failures = 9;
    one.failingSince = 1;
    one.lastStatus = 403;
    must(notePushSubscription(fixture.session(), one));
    fixture.clock.ms += 5000;
    PushSubscription again = browser("a");
    again.authSecret = QByteArray(16, '\7');
    again.vapidKey = "another key";
    again.userAgent = u"Firefox 2"_s;
    QCOMPARE(must(savePushSubscription(fixture.session(), again, 20)),
             (SavedSubscription{ one.id, false }));
    again.id = one.id;
    again.createdAt = nowMs / 1000;
    again.updatedAt = again.createdAt + 5;
    again.lastStatus = 403;
    QCOMPARE(must(pushSubscriptionsOf(fixture.session(), 1)), QList<PushSubscription>{ again });
}

void TestPushQueue::subscriptionsMoveWithTheBrowser()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    const qint64 first = saved(fixture, browser("a"));
    arrived(fixture, { 1 });
    QCOMPARE(spreadAndClaimed(fixture).size(), 1);
    const SavedSubscription moved =
        must(savePushSubscription(fixture.session(), browser("a", other), 20));
    QVERIFY(moved.isNew && moved.id > first);
    QCOMPARE(must(pushSubscriptionsOf(fixture.session(), 1)), QList<PushSubscription>());
    QCOMPARE(must(pushSubscriptionsOf(fixture.session(), other)).size(), 1);
    QCOMPARE(jobCount(fixture), 0); // notices for the former user are not shown to the new one
}

void TestPushQueue::keepsSoManyOfAUser()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    saved(fixture, browser("z", other), 2);
    const qint64 a = saved(fixture, browser("a"), 2);
    fixture.clock.ms += 1000;
    saved(fixture, browser("b"), 2);
    fixture.clock.ms += 1000;
    saved(fixture, browser("a"), 2); // renewed: now b is the older one
    fixture.clock.ms += 1000;
    const qint64 c = saved(fixture, browser("c"), 2);
    QList<qint64> ids;
    for (const PushSubscription &left : must(pushSubscriptionsOf(fixture.session(), 1)))
        ids.append(left.id);
    QCOMPARE(ids, (QList<qint64>{ a, c }));
    QCOMPARE(must(pushSubscriptionsOf(fixture.session(), other)).size(), 1);
}

void TestPushQueue::removesOnlyTheUsersOwn()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    saved(fixture, browser("a"));
    const QByteArray endpoint = browser("a").endpoint;
    QVERIFY(!must(removePushSubscription(fixture.session(), other, endpoint)));
    QVERIFY(must(removePushSubscription(fixture.session(), 1, endpoint)));
    QVERIFY(!must(removePushSubscription(fixture.session(), 1, endpoint)));
}

void TestPushQueue::goesWithItsUser()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    saved(fixture, browser("a", other));
    arrived(fixture, { 1 });
    must(spreadPushNotices(fixture.session(), ours));
    QCOMPARE(jobCount(fixture), 1);
    must(deleteUser(fixture.session(), other));
    QCOMPARE(jobCount(fixture), 0);
}

void TestPushQueue::addsNoticesOfUnreadMail()
{
    StoreFixture fixture;
    const qint64 id = saved(fixture, browser("a"));
    NewMail newest = mailWith(3);
    newest.createdAt = 2'000'000'000;
    newest.from = u"ann@example.org"_s;
    newest.fromName = u"Ann"_s;
    newest.subject = u"Grüße"_s;
    NewMail read = mailWith(4);
    read.createdAt = 2'100'000'000;
    read.isRead = true;
    const QList<qint64> ids =
        fixture.insert(fixture.inbox(), { mailWith(1), newest, mailWith(2), read });
    must(notePushes(fixture.session(), 1, must(mailsByIds(fixture.session(), ids))));
    const QList<PushJob> jobs = spreadAndClaimed(fixture);
    QCOMPARE(reached(jobs), QList<qint64>{ id });
    PushNotice expected;
    expected.id = jobs.first().notice.id;
    expected.accountId = 1;
    expected.accountEmail = must(accountById(fixture.session(), 1)).email;
    expected.mailCount = 3;
    expected.mailId = ids[1];
    expected.from = u"ann@example.org"_s;
    expected.fromName = u"Ann"_s;
    expected.subject = u"Grüße"_s;
    expected.createdAt = nowMs / 1000;
    QCOMPARE(jobs.first().notice, expected);
    QCOMPARE(jobs.first().attempts, 1);
    QVERIFY(!jobs.first().isMinimal);
    must(notePushes(fixture.session(), 1, must(mailsByIds(fixture.session(), { ids[3] }))));
    QCOMPARE(noticeCount(fixture), 1); // no notice about mail that was read elsewhere
}

void TestPushQueue::addsNoNoticesWithoutSubscriptions()
{
    StoreFixture fixture;
    arrived(fixture, { 1 });
    QCOMPARE(noticeCount(fixture), 0);
    PushSubscription asleep = browser("a");
    asleep.id = saved(fixture, asleep);
    asleep.isActive = false;
    must(notePushSubscription(fixture.session(), asleep));
    arrived(fixture, { 2 });
    QCOMPARE(noticeCount(fixture), 0);
    QCOMPARE(must(pushWork(fixture.session(), ours)), PushWork());
}

void TestPushQueue::accountsMayBeQuiet()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    Account account = must(accountById(fixture.session(), 1));
    account.notify = false;
    must(updateAccount(fixture.session(), account));
    arrived(fixture, { 1 });
    QCOMPARE(noticeCount(fixture), 0);
}

void TestPushQueue::goesToWhoMaySeeTheAccount()
{
    StoreFixture fixture;
    const qint64 other = fixture.addUser(u"ben"_s);
    const qint64 mine = saved(fixture, browser("a"));
    const qint64 theirs = saved(fixture, browser("b", other));
    arrived(fixture, { 1 });
    QCOMPARE(reached(spreadAndClaimed(fixture)), (QList<qint64>{ mine, theirs }));
    fixture.clock.ms += leaseMs;
    for (const PushJob &job : claimed(fixture))
        must(endPushJob(fixture.session(), job));
    arrived(fixture, { 2 });
    must(setVisibilityInForce(fixture.session(), u"owner"_s));
    QCOMPARE(reached(spreadAndClaimed(fixture)), QList<qint64>{ mine });
}

void TestPushQueue::passesOverWhoCannotBeReached()
{
    StoreFixture fixture;
    const qint64 active = saved(fixture, browser("a"));
    PushSubscription stale = browser("b");
    stale.vapidKey = "the key before";
    saved(fixture, stale);
    PushSubscription asleep = browser("c");
    asleep.id = saved(fixture, asleep);
    asleep.isActive = false;
    must(notePushSubscription(fixture.session(), asleep));
    arrived(fixture, { 1 });
    QCOMPARE(reached(spreadAndClaimed(fixture)), QList<qint64>{ active });
    QCOMPARE(jobCount(fixture), 1);
}

void TestPushQueue::aDeletedMailIsKnownAsSuch()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    const QList<qint64> ids = arrived(fixture, { 1 });
    must(fixture.session().execute(u"DELETE FROM mails WHERE id = %1"_s.arg(ids.first())));
    QCOMPARE(spreadAndClaimed(fixture).first().notice.mailId, 0);
}

void TestPushQueue::goesWithItsAccount()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    arrived(fixture, { 1 });
    must(spreadPushNotices(fixture.session(), ours));
    arrived(fixture, { 2 });
    must(markAccountDeleted(fixture.session(), 1));
    QCOMPARE(spreadAndClaimed(fixture), QList<PushJob>());
    QVERIFY(must(purgeAccountBatch(fixture.session(), 1, 100)));
    QCOMPARE(noticeCount(fixture) + jobCount(fixture), 0);
}

void TestPushQueue::comesInOrder()
{
    StoreFixture fixture;
    const qint64 a = saved(fixture, browser("a"));
    const qint64 b = saved(fixture, browser("b"));
    const qint64 first = arrived(fixture, { 1 }).first();
    const qint64 second = arrived(fixture, { 2 }).first();
    const QList<PushJob> jobs = spreadAndClaimed(fixture);
    QCOMPARE(reached(jobs), (QList<qint64>{ a, b }));
    QCOMPARE(jobs[0].notice.mailId, first);
    QCOMPARE(claimed(fixture), QList<PushJob>()); // the second waits for the first
    must(endPushJob(fixture.session(), jobs[0]));
    const QList<PushJob> next = claimed(fixture);
    QCOMPARE(reached(next), QList<qint64>{ a });
    QCOMPARE(next[0].notice.mailId, second);
    // A notice that failed keeps its place before the second one.
    must(putOffPushJob(fixture.session(), jobs[1], fixture.clock.ms + 5000));
    QCOMPARE(claimed(fixture), QList<PushJob>());
    fixture.clock.ms += 5000;
    const QList<PushJob> again = claimed(fixture);
    QCOMPARE(reached(again), QList<qint64>{ b });
    QCOMPARE(again[0].notice.mailId, first);
    QCOMPARE(again[0].attempts, 2);
}

void TestPushQueue::leasesWhatWasClaimed()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    saved(fixture, browser("b"));
    arrived(fixture, { 1 });
    must(spreadPushNotices(fixture.session(), ours));
    QCOMPARE(claimed(fixture, 1).size(), 1);
    QCOMPARE(claimed(fixture, 5).size(), 1);
    QCOMPARE(claimed(fixture, 5).size(), 0);
    fixture.clock.ms += leaseMs - 1;
    QCOMPARE(claimed(fixture).size(), 0);
    fixture.clock.ms += 1;
    QCOMPARE(claimed(fixture).size(), 2);
}

void TestPushQueue::takesWhatTheChoiceTakes()
{
    StoreFixture fixture;
    const qint64 first = saved(fixture, browser("a"));
    const qint64 second = saved(fixture, browser("b"));
    arrived(fixture, { 1 });
    must(spreadPushNotices(fixture.session(), ours));
    using Asked = QList<std::pair<qint64, QByteArray>>;
    Asked asked;
    const auto secondOnly = [&asked](qint64 userId, const QByteArray &origin) {
        asked.append({ userId, origin });
        return asked.size() == 2;
    };
    const auto jobs =
        must(claimPushJobs(fixture.session(), ours, secondOnly, fixture.clock.ms + leaseMs));
    QCOMPARE(reached(jobs), QList<qint64>{ second });
    QCOMPARE(asked, (Asked{ { 1, "https://push.example" }, { 1, "https://push.example" } }));
    QCOMPARE(reached(claimed(fixture)), QList<qint64>{ first });
}

void TestPushQueue::knowsWhenSomethingIsDue()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    QCOMPARE(must(pushWork(fixture.session(), ours)), PushWork());
    arrived(fixture, { 1 });
    QCOMPARE(must(pushWork(fixture.session(), ours)), (PushWork{ true, {} }));
    must(spreadPushNotices(fixture.session(), ours));
    QCOMPARE(must(pushWork(fixture.session(), ours)), (PushWork{ false, 0 }));
    const PushJob job = claimed(fixture).first();
    QCOMPARE(must(pushWork(fixture.session(), ours)),
             (PushWork{ false, nowMs + leaseMs, nowMs + leaseMs }));
    must(putOffPushJob(fixture.session(), job, nowMs + 5000));
    QCOMPARE(must(pushWork(fixture.session(), ours)),
             (PushWork{ false, nowMs + 5000, nowMs + 5000 }));
    must(pausePushes(fixture.session(), job.to.origin, nowMs + 7000));
    QCOMPARE(must(pushWork(fixture.session(), ours)),
             (PushWork{ false, nowMs + 7000, nowMs + 7000 }));
    QCOMPARE(must(pushWork(fixture.session(), "another key")), PushWork());
}

void TestPushQueue::sendsAtOnceAfterTheClockWasSetBack()
{
    constexpr qint64 day = 86'400'000;
    constexpr qint64 hour = 3'600'000;
    StoreFixture fixture;
    const qint64 id = saved(fixture, browser("a"));
    arrived(fixture, { 1 });
    must(spreadPushNotices(fixture.session(), ours));
    const PushJob job = claimed(fixture).first();
    must(putOffPushJob(fixture.session(), job, nowMs + 5000));
    must(pausePushes(fixture.session(), job.to.origin, nowMs + 5000));
    fixture.clock.ms -= day;
    must(pullPushJobs(fixture.session(), fixture.clock.ms, fixture.clock.ms + hour));
    QCOMPARE(reached(claimed(fixture)), QList<qint64>{ id });
}

void TestPushQueue::releasesWhatWasClaimedWithoutAnAnswer()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    arrived(fixture, { 1 });
    must(spreadPushNotices(fixture.session(), ours));
    const auto lost = claimed(fixture);
    must(releasePushJobs(fixture.session(), fixture.clock.ms + leaseMs));
    const auto again = claimed(fixture);
    QCOMPARE(again, lost);
}

void TestPushQueue::waitsForAPausedService()
{
    StoreFixture fixture;
    PushSubscription elsewhere = browser("b");
    elsewhere.endpoint = "https://other.example/b";
    elsewhere.origin = "https://other.example";
    saved(fixture, browser("a"));
    const qint64 other = saved(fixture, elsewhere);
    must(pausePushes(fixture.session(), "https://push.example", nowMs + 1000));
    must(pausePushes(fixture.session(), "https://push.example", nowMs + 3000));
    arrived(fixture, { 1 });
    QCOMPARE(reached(spreadAndClaimed(fixture)), QList<qint64>{ other });
    fixture.clock.ms += 2999;
    QCOMPARE(claimed(fixture), QList<PushJob>());
    fixture.clock.ms += 1;
    QCOMPARE(claimed(fixture).size(), 1);
}

void TestPushQueue::isReleasedAfterACrash()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    saved(fixture, browser("b"));
    arrived(fixture, { 1 });
    const QList<PushJob> jobs = spreadAndClaimed(fixture);
    must(putOffPushJob(fixture.session(), jobs[1], nowMs + 5000));
    must(releasePushJobs(fixture.session()));
    const QList<PushJob> again = claimed(fixture);
    QCOMPARE(reached(again), QList<qint64>{ jobs[0].to.id }); // not the one that was put off
    QCOMPARE(again[0].attempts, 2);
}

void TestPushQueue::prunesWhatIsOver()
{
    StoreFixture fixture;
    saved(fixture, browser("a"));
    arrived(fixture, { 1 });
    const PushJob ended = spreadAndClaimed(fixture).first();
    must(endPushJob(fixture.session(), ended));
    arrived(fixture, { 2 });
    must(prunePushes(fixture.session(), nowMs / 1000 - 1));
    QCOMPARE(noticeCount(fixture), 1); // not spread yet
    must(spreadPushNotices(fixture.session(), ours));
    must(prunePushes(fixture.session(), nowMs / 1000 - 1));
    QCOMPARE(jobCount(fixture), 1);
    must(prunePushes(fixture.session(), nowMs / 1000));
    QCOMPARE(noticeCount(fixture) + jobCount(fixture), 0);
    must(pausePushes(fixture.session(), "https://a", nowMs));
    must(pausePushes(fixture.session(), "https://b", nowMs + 1));
    must(prunePushes(fixture.session(), 0));
    QCOMPARE(fixture.number(u"SELECT COUNT(*) FROM push_pauses"_s), 1);
}

QTEST_GUILESS_MAIN(TestPushQueue)
#include "tst_pushqueue.moc"
