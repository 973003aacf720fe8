// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/noticepolicy.h"

#include <QTest>

using namespace Policy;
using Client::Arrival;
using Client::Mail;

class TestNoticePolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsEachOfAFew();
    void showsNoneTwice();
    void showsNoneThatWasRead();
    void showsNoneOfAMutedAccount();
    void makesOneOfABurst();
    void makesOneOfALargeArrival();
    void takesSinglesIntoABurst();
    void growsWithoutHurry();
    void growsMoreAndMoreSeldom();
    void keepsAccountsApart();
    void makesOneOfManyAccounts();
    void makesOneOfALongStream();
    void takesTheSummaryAwayWithItsLastMail();
    void bringsAClosedSummaryBackWithoutHurry();
    void showsSinglesAgainAfterABurst();
    void countsOnWhereTheNoticeIsStillThere();
    void countsAnewAfterItWasClosed();
    void takesAwayWhatWasReadElsewhere();
    void takesAGroupAwayWithItsLastMail();
    void makesOneOfWhatCameInQuiet();
    void showsTheOnlyOneThatCameInQuiet();
    void countsWhatIsShownAfterQuietToABurst();
    void updatesTheNoticeAfterQuietWithoutHurry();
    void saysNothingAfterQuietWhereAllWasRead();
    void boundsWhatItRemembers();
    void forgetsAnotherService();
};

namespace {

Mail mail(qint64 id, qint64 accountId = 1, bool isRead = false)
{
    return { .id = id, .accountId = accountId, .isRead = isRead };
}

Arrival arrival(qint64 first, int count, qint64 accountId = 1)
{
    Arrival all{ accountId, count, {} };
    for (int i = 0; i < count && i < 50; ++i)
        all.mails.append(mail(first + i, accountId));
    return all;
}

Command single(qint64 id, qint64 accountId = 1)
{
    return Show{ .key = mailKey(id), .mail = mail(id, accountId), .accountId = accountId };
}

Command group(qint64 count, bool isUpdate = false, const NoticeKey &replaces = {},
              qint64 accountId = 1)
{
    return Show{ .kind = Show::Kind::Account,
                 .key = accountKey(accountId),
                 .replaces = replaces,
                 .accountId = accountId,
                 .count = count,
                 .isUpdate = isUpdate };
}

using Commands = QList<Command>;

} // namespace

void TestNoticePolicy::showsEachOfAFew()
{
    NoticePolicy policy;
    QCOMPARE(policy.arrived(arrival(1, 2), 0), (Commands{ single(1), single(2) }));
    QCOMPARE(policy.arrived(arrival(3, 1), 100), (Commands{ single(3) }));
}

void TestNoticePolicy::showsNoneTwice()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 1), 0);
    QCOMPARE(policy.arrived(arrival(1, 1), 60'000), Commands());
    policy.gone({ 1 });
    QCOMPARE(policy.arrived(arrival(1, 1), 120'000), Commands());
}

void TestNoticePolicy::showsNoneThatWasRead()
{
    NoticePolicy policy;
    QCOMPARE(policy.arrived({ 1, 1, { mail(1, 1, true) } }, 0), Commands());
    QCOMPARE(policy.arrived({ 1, 0, {} }, 0), Commands());
}

void TestNoticePolicy::showsNoneOfAMutedAccount()
{
    NoticePolicy policy;
    policy.setMuted({ 1 });
    QCOMPARE(policy.arrived(arrival(1, 1, 1), 0), Commands());
    QCOMPARE(policy.arrived(arrival(2, 1, 2), 0), (Commands{ single(2, 2) }));
    policy.setMuted({});
    QCOMPARE(policy.arrived(arrival(1, 1, 1), 0), Commands()); // no notice about earlier mail
}

void TestNoticePolicy::makesOneOfABurst()
{
    NoticePolicy policy;
    Commands all;
    for (qint64 id = 1; id <= 30; ++id)
        all += policy.arrived(arrival(id, 1), id * 60);
    QCOMPARE(all.first(3), (Commands{ single(1), single(2), single(3) }));
    QCOMPARE(all.mid(3, 3),
             (Commands{ Close{ mailKey(1) }, Close{ mailKey(2) }, group(4, false, mailKey(3)) }));
    // Updates once a second at most; the last one when it is due.
    QCOMPARE(all.mid(6), (Commands{ group(21, true) }));
    QCOMPARE(policy.nextDue(), std::optional<qint64>(21 * 60 + 1'000));
    QCOMPARE(policy.due(21 * 60 + 1'000), (Commands{ group(30, true) }));
    QCOMPARE(policy.nextDue(), std::optional<qint64>());
}

void TestNoticePolicy::makesOneOfALargeArrival()
{
    NoticePolicy policy;
    QCOMPARE(policy.arrived(arrival(1, 500), 0), (Commands{ group(500) }));
    QCOMPARE(policy.arrived(arrival(501, 300), 5'000), (Commands{ group(800) }));
}

void TestNoticePolicy::takesSinglesIntoABurst()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 2), 0);
    policy.closed(mailKey(1));
    QCOMPARE(policy.arrived(arrival(3, 2), 4'000), (Commands{ group(3, false, mailKey(2)) }));
}

void TestNoticePolicy::growsWithoutHurry()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 4), 0);
    QCOMPARE(policy.arrived(arrival(5, 1), 999), Commands());
    QCOMPARE(policy.due(999), Commands());
    QCOMPARE(policy.due(1'000), (Commands{ group(5, true) }));
    QCOMPARE(policy.due(2'000), Commands());
}

void TestNoticePolicy::growsMoreAndMoreSeldom()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 4), 0);
    int shown = 0;
    for (qint64 second = 1; second <= 600; ++second) {
        shown += int(policy.arrived(arrival(second + 10, 1), second * 1'000).size());
        shown += int(policy.due(second * 1'000).size());
    }
    QVERIFY2(shown >= 10 && shown <= 20, qPrintable(QString::number(shown)));
}

void TestNoticePolicy::keepsAccountsApart()
{
    NoticePolicy policy;
    for (qint64 account = 1; account <= 4; ++account)
        QCOMPARE(policy.arrived(arrival(account, 1, account), 0),
                 (Commands{ single(account, account) }));
    QCOMPARE(policy.arrived(arrival(10, 9, 2), 0), (Commands{ group(10, false, mailKey(2), 2) }));
}

void TestNoticePolicy::makesOneOfManyAccounts()
{
    NoticePolicy policy;
    Commands all;
    for (qint64 account = 1; account <= 30; ++account)
        all += policy.arrived(arrival(account * 10, 3, account), account);
    all += policy.due(60'000);
    QSet<NoticeKey> open;
    for (const Command &command : all) {
        if (const auto *show = std::get_if<Show>(&command)) {
            open.remove(show->replaces);
            open.insert(show->key);
        } else {
            open.remove(std::get<Close>(command).key);
        }
    }
    QCOMPARE(open, QSet<NoticeKey>{ summaryKey() });
    const auto &last = std::get<Show>(all.last());
    QCOMPARE(last.count, 90);
    QCOMPARE(last.perAccount.size(), 30U);
    QVERIFY(last.isUpdate);
    QCOMPARE(all.size(),
             NoticePolicy::together + (NoticePolicy::together - 1)
                 + 2); // singles, those closed again, one for all and its update
    // After a quiet minute mails get single notices again.
    QCOMPARE(policy.arrived(arrival(1'000, 1, 5), 120'000), (Commands{ single(1'000, 5) }));
}

void TestNoticePolicy::makesOneOfALongStream()
{
    NoticePolicy policy;
    QSet<NoticeKey> keys;
    int shown = 0;
    for (qint64 second = 0; second <= 600; second += 2) {
        for (const Command &command :
             policy.arrived(arrival(second + 1, 1), second * 1'000) + policy.due(second * 1'000)) {
            if (const auto *show = std::get_if<Show>(&command)) {
                keys.insert(show->key);
                ++shown;
            }
        }
    }
    QCOMPARE(keys.size(), NoticePolicy::together + 1);
    QVERIFY2(shown <= 25, qPrintable(QString::number(shown)));
    const Commands last = policy.due(700'000);
    QCOMPARE(last.size(), 1);
    QCOMPARE(std::get<Show>(last.first()).count, 301);
}

void TestNoticePolicy::takesTheSummaryAwayWithItsLastMail()
{
    NoticePolicy policy;
    QList<qint64> ids;
    for (qint64 account = 1; account <= 7; ++account) {
        policy.arrived(arrival(account, 1, account), 0);
        ids.append(account);
    }
    QCOMPARE(policy.gone(ids.mid(1)), Commands());
    QCOMPARE(policy.gone({ 1 }), (Commands{ Close{ summaryKey() } }));
}

void TestNoticePolicy::bringsAClosedSummaryBackWithoutHurry()
{
    NoticePolicy policy;
    for (qint64 id = 1; id <= 7; ++id)
        policy.arrived(arrival(id, 1, id), 0);
    policy.closed(summaryKey());
    QCOMPARE(policy.arrived(arrival(8, 1), 500), Commands());
    const Show expected{
        .kind = Show::Kind::Summary, .key = summaryKey(), .count = 1, .perAccount = { { 1, 1 } }
    };
    QCOMPARE(policy.due(1'000), (Commands{ expected }));
}

void TestNoticePolicy::showsSinglesAgainAfterABurst()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 10), 0);
    policy.closed(accountKey(1));
    QCOMPARE(policy.arrived(arrival(11, 1), 5'000), (Commands{ single(11) }));
}

void TestNoticePolicy::countsOnWhereTheNoticeIsStillThere()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 10), 0);
    QCOMPARE(policy.arrived(arrival(11, 5), 60'000), (Commands{ group(15) }));
}

void TestNoticePolicy::countsAnewAfterItWasClosed()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 10), 0);
    policy.closed(accountKey(1));
    QCOMPARE(policy.arrived(arrival(11, 5), 2'000), (Commands{ group(5) }));
}

void TestNoticePolicy::takesAwayWhatWasReadElsewhere()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 2), 0);
    QCOMPARE(policy.gone({ 2, 99 }), (Commands{ Close{ mailKey(2) } }));
    QCOMPARE(policy.gone({ 2 }), Commands());
    policy.closed(mailKey(1));
    QCOMPARE(policy.gone({ 1 }), Commands());
}

void TestNoticePolicy::takesAGroupAwayWithItsLastMail()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 4), 0);
    QCOMPARE(policy.gone({ 1, 2, 3 }), Commands());
    QCOMPARE(policy.gone({ 4 }), (Commands{ Close{ accountKey(1) } }));
    QCOMPARE(policy.gone({ 4 }), Commands());
}

void TestNoticePolicy::makesOneOfWhatCameInQuiet()
{
    NoticePolicy policy;
    QCOMPARE(policy.setQuiet(true, 0), Commands());
    QCOMPARE(policy.arrived(arrival(1, 2, 1), 0), Commands());
    QCOMPARE(policy.arrived(arrival(3, 60, 2), 0), Commands());
    policy.gone({ 1 });
    QCOMPARE(policy.heldCount(), 61);
    const Show expected{ .kind = Show::Kind::Summary,
                         .key = summaryKey(),
                         .count = 61,
                         .perAccount = { { 1, 1 }, { 2, 60 } } };
    QCOMPARE(policy.setQuiet(false, 0), (Commands{ expected }));
    QCOMPARE(policy.heldCount(), 0);
    QCOMPARE(policy.setQuiet(false, 0), Commands());
}

void TestNoticePolicy::showsTheOnlyOneThatCameInQuiet()
{
    NoticePolicy policy;
    policy.setQuiet(true, 0);
    policy.arrived(arrival(1, 2), 0);
    policy.gone({ 2 });
    QCOMPARE(policy.setQuiet(false, 0), (Commands{ single(1) }));
    QCOMPARE(policy.gone({ 1 }), (Commands{ Close{ mailKey(1) } }));
}

void TestNoticePolicy::countsWhatIsShownAfterQuietToABurst()
{
    NoticePolicy policy;
    policy.setQuiet(true, 90'000);
    policy.arrived(arrival(1, 1), 99'000);
    QCOMPARE(policy.setQuiet(false, 100'000), (Commands{ single(1) }));
    QCOMPARE(policy.arrived(arrival(2, 3), 100'100), (Commands{ group(4, false, mailKey(1)) }));
}

void TestNoticePolicy::updatesTheNoticeAfterQuietWithoutHurry()
{
    NoticePolicy policy;
    for (qint64 account = 1; account <= NoticePolicy::together + 1; ++account)
        policy.arrived(arrival(account, 1, account), 100'000);
    policy.setQuiet(true, 100'100);
    policy.arrived(arrival(20, 1, 20), 100'500);
    const Commands shown = policy.setQuiet(false, 101'000);
    QCOMPARE(shown.size(), 1);
    QCOMPARE(std::get<Show>(shown.first()).key, summaryKey());
    QCOMPARE(policy.arrived(arrival(21, 1, 21), 101'200), Commands());
    QCOMPARE(policy.nextDue(), std::optional<qint64>(101'000 + NoticePolicy::updateMs));
}

void TestNoticePolicy::saysNothingAfterQuietWhereAllWasRead()
{
    NoticePolicy policy;
    policy.setQuiet(true, 0);
    policy.arrived(arrival(1, 2), 0);
    policy.gone({ 1, 2 });
    QCOMPARE(policy.setQuiet(false, 0), Commands());
}

void TestNoticePolicy::boundsWhatItRemembers()
{
    NoticePolicy policy;
    policy.setMuted({ 1 });
    for (qint64 id = 1; id <= 3 * NoticePolicy::remembered; ++id)
        policy.arrived(arrival(id, 1), 0);
    policy.setMuted({});
    QCOMPARE(policy.arrived(arrival(2 * NoticePolicy::remembered + 1, 1), 0), Commands());
    QCOMPARE(policy.arrived(arrival(1, 1), 0), (Commands{ single(1) }));
}

void TestNoticePolicy::forgetsAnotherService()
{
    NoticePolicy policy;
    policy.arrived(arrival(1, 1), 0);
    policy.forgetAll();
    QCOMPARE(policy.arrived(arrival(1, 1), 0), (Commands{ single(1) }));
}

QTEST_APPLESS_MAIN(TestNoticePolicy)
#include "tst_tray_noticepolicy.moc"
