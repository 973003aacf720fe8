// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/desk.h"

#include <QTest>

using namespace Policy;
using Client::Arrival;
using Client::Mail;

class TestDesk : public QObject
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

void TestDesk::showsEachOfAFew()
{
    Desk desk;
    QCOMPARE(desk.arrived(arrival(1, 2), 0), (Commands{ single(1), single(2) }));
    QCOMPARE(desk.arrived(arrival(3, 1), 100), (Commands{ single(3) }));
}

void TestDesk::showsNoneTwice()
{
    Desk desk;
    desk.arrived(arrival(1, 1), 0);
    QCOMPARE(desk.arrived(arrival(1, 1), 60'000), Commands());
    desk.gone({ 1 });
    QCOMPARE(desk.arrived(arrival(1, 1), 120'000), Commands());
}

void TestDesk::showsNoneThatWasRead()
{
    Desk desk;
    QCOMPARE(desk.arrived({ 1, 1, { mail(1, 1, true) } }, 0), Commands());
    QCOMPARE(desk.arrived({ 1, 0, {} }, 0), Commands());
}

void TestDesk::showsNoneOfAMutedAccount()
{
    Desk desk;
    desk.setMuted({ 1 });
    QCOMPARE(desk.arrived(arrival(1, 1, 1), 0), Commands());
    QCOMPARE(desk.arrived(arrival(2, 1, 2), 0), (Commands{ single(2, 2) }));
    desk.setMuted({});
    QCOMPARE(desk.arrived(arrival(1, 1, 1), 0), Commands()); // what came meanwhile stays silent
}

void TestDesk::makesOneOfABurst()
{
    Desk desk;
    Commands all;
    for (qint64 id = 1; id <= 30; ++id)
        all += desk.arrived(arrival(id, 1), id * 60);
    QCOMPARE(all.first(3), (Commands{ single(1), single(2), single(3) }));
    QCOMPARE(all.mid(3, 3),
             (Commands{ Close{ mailKey(1) }, Close{ mailKey(2) }, group(4, false, mailKey(3)) }));
    // Once a second, and the rest when it is due.
    QCOMPARE(all.mid(6), (Commands{ group(21, true) }));
    QCOMPARE(desk.nextDue(), std::optional<qint64>(21 * 60 + 1'000));
    QCOMPARE(desk.due(21 * 60 + 1'000), (Commands{ group(30, true) }));
    QCOMPARE(desk.nextDue(), std::optional<qint64>());
}

void TestDesk::makesOneOfALargeArrival()
{
    Desk desk;
    QCOMPARE(desk.arrived(arrival(1, 500), 0), (Commands{ group(500) }));
    QCOMPARE(desk.arrived(arrival(501, 300), 5'000), (Commands{ group(800) }));
}

void TestDesk::takesSinglesIntoABurst()
{
    Desk desk;
    desk.arrived(arrival(1, 2), 0);
    desk.closed(mailKey(1));
    QCOMPARE(desk.arrived(arrival(3, 2), 4'000), (Commands{ group(3, false, mailKey(2)) }));
}

void TestDesk::growsWithoutHurry()
{
    Desk desk;
    desk.arrived(arrival(1, 4), 0);
    QCOMPARE(desk.arrived(arrival(5, 1), 999), Commands());
    QCOMPARE(desk.due(999), Commands());
    QCOMPARE(desk.due(1'000), (Commands{ group(5, true) }));
    QCOMPARE(desk.due(2'000), Commands());
}

void TestDesk::growsMoreAndMoreSeldom()
{
    Desk desk;
    desk.arrived(arrival(1, 4), 0);
    int shown = 0;
    for (qint64 second = 1; second <= 600; ++second) {
        shown += int(desk.arrived(arrival(second + 10, 1), second * 1'000).size());
        shown += int(desk.due(second * 1'000).size());
    }
    QVERIFY2(shown >= 10 && shown <= 20, qPrintable(QString::number(shown)));
}

void TestDesk::keepsAccountsApart()
{
    Desk desk;
    for (qint64 account = 1; account <= 4; ++account)
        QCOMPARE(desk.arrived(arrival(account, 1, account), 0),
                 (Commands{ single(account, account) }));
    QCOMPARE(desk.arrived(arrival(10, 9, 2), 0), (Commands{ group(10, false, mailKey(2), 2) }));
}

void TestDesk::makesOneOfManyAccounts()
{
    Desk desk;
    Commands all;
    for (qint64 account = 1; account <= 30; ++account)
        all += desk.arrived(arrival(account * 10, 3, account), account);
    all += desk.due(60'000);
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
             Desk::together + (Desk::together - 1) + 2); // singles, closed, one that grows
    // And it is calm again after a minute.
    QCOMPARE(desk.arrived(arrival(1'000, 1, 5), 120'000), (Commands{ single(1'000, 5) }));
}

void TestDesk::makesOneOfALongStream()
{
    Desk desk;
    QSet<NoticeKey> keys;
    int shown = 0;
    for (qint64 second = 0; second <= 600; second += 2) {
        for (const Command &command :
             desk.arrived(arrival(second + 1, 1), second * 1'000) + desk.due(second * 1'000)) {
            if (const auto *show = std::get_if<Show>(&command)) {
                keys.insert(show->key);
                ++shown;
            }
        }
    }
    QCOMPARE(keys.size(), Desk::together + 1);
    QVERIFY2(shown <= 25, qPrintable(QString::number(shown)));
    const Commands last = desk.due(700'000);
    QCOMPARE(last.size(), 1);
    QCOMPARE(std::get<Show>(last.first()).count, 301);
}

void TestDesk::takesTheSummaryAwayWithItsLastMail()
{
    Desk desk;
    QList<qint64> ids;
    for (qint64 account = 1; account <= 7; ++account) {
        desk.arrived(arrival(account, 1, account), 0);
        ids.append(account);
    }
    QCOMPARE(desk.gone(ids.mid(1)), Commands());
    QCOMPARE(desk.gone({ 1 }), (Commands{ Close{ summaryKey() } }));
}

void TestDesk::bringsAClosedSummaryBackWithoutHurry()
{
    Desk desk;
    for (qint64 id = 1; id <= 7; ++id)
        desk.arrived(arrival(id, 1, id), 0);
    desk.closed(summaryKey());
    QCOMPARE(desk.arrived(arrival(8, 1), 500), Commands());
    const Show expected{
        .kind = Show::Kind::Summary, .key = summaryKey(), .count = 1, .perAccount = { { 1, 1 } }
    };
    QCOMPARE(desk.due(1'000), (Commands{ expected }));
}

void TestDesk::showsSinglesAgainAfterABurst()
{
    Desk desk;
    desk.arrived(arrival(1, 10), 0);
    desk.closed(accountKey(1));
    QCOMPARE(desk.arrived(arrival(11, 1), 5'000), (Commands{ single(11) }));
}

void TestDesk::countsOnWhereTheNoticeIsStillThere()
{
    Desk desk;
    desk.arrived(arrival(1, 10), 0);
    QCOMPARE(desk.arrived(arrival(11, 5), 60'000), (Commands{ group(15) }));
}

void TestDesk::countsAnewAfterItWasClosed()
{
    Desk desk;
    desk.arrived(arrival(1, 10), 0);
    desk.closed(accountKey(1));
    QCOMPARE(desk.arrived(arrival(11, 5), 2'000), (Commands{ group(5) }));
}

void TestDesk::takesAwayWhatWasReadElsewhere()
{
    Desk desk;
    desk.arrived(arrival(1, 2), 0);
    QCOMPARE(desk.gone({ 2, 99 }), (Commands{ Close{ mailKey(2) } }));
    QCOMPARE(desk.gone({ 2 }), Commands());
    desk.closed(mailKey(1));
    QCOMPARE(desk.gone({ 1 }), Commands());
}

void TestDesk::takesAGroupAwayWithItsLastMail()
{
    Desk desk;
    desk.arrived(arrival(1, 4), 0);
    QCOMPARE(desk.gone({ 1, 2, 3 }), Commands());
    QCOMPARE(desk.gone({ 4 }), (Commands{ Close{ accountKey(1) } }));
    QCOMPARE(desk.gone({ 4 }), Commands());
}

void TestDesk::makesOneOfWhatCameInQuiet()
{
    Desk desk;
    QCOMPARE(desk.setQuiet(true), Commands());
    QCOMPARE(desk.arrived(arrival(1, 2, 1), 0), Commands());
    QCOMPARE(desk.arrived(arrival(3, 60, 2), 0), Commands());
    desk.gone({ 1 });
    QCOMPARE(desk.heldCount(), 61);
    const Show expected{ .kind = Show::Kind::Summary,
                         .key = summaryKey(),
                         .count = 61,
                         .perAccount = { { 1, 1 }, { 2, 60 } } };
    QCOMPARE(desk.setQuiet(false), (Commands{ expected }));
    QCOMPARE(desk.heldCount(), 0);
    QCOMPARE(desk.setQuiet(false), Commands());
}

void TestDesk::showsTheOnlyOneThatCameInQuiet()
{
    Desk desk;
    desk.setQuiet(true);
    desk.arrived(arrival(1, 2), 0);
    desk.gone({ 2 });
    QCOMPARE(desk.setQuiet(false), (Commands{ single(1) }));
    QCOMPARE(desk.gone({ 1 }), (Commands{ Close{ mailKey(1) } }));
}

void TestDesk::saysNothingAfterQuietWhereAllWasRead()
{
    Desk desk;
    desk.setQuiet(true);
    desk.arrived(arrival(1, 2), 0);
    desk.gone({ 1, 2 });
    QCOMPARE(desk.setQuiet(false), Commands());
}

void TestDesk::boundsWhatItRemembers()
{
    Desk desk;
    desk.setMuted({ 1 });
    for (qint64 id = 1; id <= 3 * Desk::remembered; ++id)
        desk.arrived(arrival(id, 1), 0);
    desk.setMuted({});
    QCOMPARE(desk.arrived(arrival(2 * Desk::remembered + 1, 1), 0), Commands());
    QCOMPARE(desk.arrived(arrival(1, 1), 0), (Commands{ single(1) }));
}

void TestDesk::forgetsAnotherService()
{
    Desk desk;
    desk.arrived(arrival(1, 1), 0);
    desk.forgetAll();
    QCOMPARE(desk.arrived(arrival(1, 1), 0), (Commands{ single(1) }));
}

QTEST_APPLESS_MAIN(TestDesk)
#include "tst_tray_desk.moc"
