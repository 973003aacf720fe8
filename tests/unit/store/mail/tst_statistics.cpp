// SPDX-License-Identifier: GPL-3.0-or-later
// What mailHistory() and topSenders() count, on both engines.
#include "store/mail/mailhistory.h"
#include "store/mail/topsenders.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void daysEndWithToday();
    void dayBeginsAtMidnight();
    void mailsOfOtherDaysDoNotCount();
    void sentMailsCountOnceAndAreNotReceived();
    void hiddenMailsDoNotCount();
    void deletedAccountIsSeenByNobody();
    void viewerSeesOwnAccountsOnly();
    void sendersAreOrderedByNumberThenAddress();
    void newestMailWithANameNamesTheSender();
};

namespace {

constexpr qint64 today = 20'000;

NewMail mailAt(quint32 uid, qint64 createdAt)
{
    NewMail mail = mailWith(uid);
    mail.createdAt = createdAt;
    return mail;
}

NewMail mailOn(quint32 uid, qint64 day)
{
    return mailAt(uid, day * secondsOfDay + 1000 + uid);
}

NewMail mailFrom(quint32 uid, const QString &address, const QString &name)
{
    NewMail mail = mailOn(uid, today);
    mail.from = address;
    mail.fromName = name;
    return mail;
}

QList<DayCounts> history(StoreFixture &fixture, qint64 days, const Viewer &viewer = {},
                         std::optional<qint64> account = {})
{
    return must(mailHistory(fixture.session(), { today - days + 1, today }, viewer, account));
}

QList<TopSender> senders(StoreFixture &fixture, int limit = 50, const Viewer &viewer = {})
{
    return must(topSenders(fixture.session(), { today, today }, limit, viewer));
}

} // namespace

void TestStatistics::daysEndWithToday()
{
    QCOMPARE(DayRange::until(today * secondsOfDay, 1), (DayRange{ today, today }));
    QCOMPARE(DayRange::until(today * secondsOfDay + secondsOfDay - 1, 7),
             (DayRange{ today - 6, today }));
}

void TestStatistics::dayBeginsAtMidnight()
{
    StoreFixture fixture;
    const qint64 midnight = today * secondsOfDay;
    fixture.insert(fixture.inbox(),
                   { mailAt(1, midnight - 1), mailAt(2, midnight), mailAt(3, midnight),
                     mailAt(4, midnight + secondsOfDay - 1), mailAt(5, midnight + secondsOfDay) });
    QCOMPARE(history(fixture, 2), (QList<DayCounts>{ { today - 1, 1, 0 }, { today, 3, 0 } }));
}

void TestStatistics::mailsOfOtherDaysDoNotCount()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(),
                   { mailOn(1, today - 3), mailOn(2, today - 1), mailOn(3, today + 1), mailAt(4, 0),
                     mailAt(5, -5), mailAt(6, qint64(1) << 40) });
    QCOMPARE(history(fixture, 3),
             (QList<DayCounts>{ { today - 2, 0, 0 }, { today - 1, 1, 0 }, { today, 0, 0 } }));
    QCOMPARE(senders(fixture), QList<TopSender>());
}

void TestStatistics::sentMailsCountOnceAndAreNotReceived()
{
    StoreFixture fixture;
    const Folder sent = fixture.addFolder(1, u"Sent"_s, "sent");
    const Folder copies = fixture.addFolder(1, u"$sent"_s, "sent");
    NewMail copy = mailOn(0, today);
    copy.listing = Listing::SentCopy;
    fixture.insert(fixture.inbox(), { mailOn(1, today), mailOn(2, today) });
    fixture.insert(sent, { mailOn(1, today) });
    fixture.insert(copies, { copy });
    QCOMPARE(history(fixture, 1), (QList<DayCounts>{ { today, 2, 2 } }));
    QCOMPARE(senders(fixture).size(), 2);
}

void TestStatistics::hiddenMailsDoNotCount()
{
    StoreFixture fixture;
    NewMail hidden = mailOn(1, today);
    hidden.listing = Listing::Hidden;
    NewMail kept = mailOn(2, today);
    kept.listing = Listing::Kept;
    fixture.insert(fixture.inbox(), { hidden, kept });
    QCOMPARE(history(fixture, 1), (QList<DayCounts>{ { today, 1, 0 } }));
    QCOMPARE(senders(fixture),
             (QList<TopSender>{ { u"sender2@example.org"_s, u"Sender 2"_s, 1, 1 } }));
}

void TestStatistics::deletedAccountIsSeenByNobody()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailOn(1, today) });
    must(markAccountDeleted(fixture.session(), 1));
    QCOMPARE(history(fixture, 1), (QList<DayCounts>{ { today, 0, 0 } }));
    QCOMPARE(senders(fixture), QList<TopSender>());
}

void TestStatistics::viewerSeesOwnAccountsOnly()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    const qint64 account = fixture.addAccount(bert, u"bert@example.org"_s);
    fixture.insert(fixture.inbox(), { mailOn(1, today), mailOn(2, today) });
    fixture.insert(fixture.addFolder(account, u"INBOX"_s, "inbox"), { mailOn(3, today) });
    const Viewer owner{ bert, true };
    QCOMPARE(history(fixture, 1).first().received, 3);
    QCOMPARE(history(fixture, 1, { bert, false }).first().received, 3);
    QCOMPARE(history(fixture, 1, owner).first().received, 1);
    QCOMPARE(history(fixture, 1, owner, account).first().received, 1);
    QCOMPARE(history(fixture, 1, owner, 1).first().received, 0);
    QCOMPARE(history(fixture, 1, {}, 1).first().received, 2);
    QCOMPARE(senders(fixture, 50, owner).size(), 1);
}

void TestStatistics::sendersAreOrderedByNumberThenAddress()
{
    StoreFixture fixture;
    NewMail read = mailFrom(1, u"a@example.org"_s, u"A"_s);
    read.isRead = true;
    fixture.insert(fixture.inbox(),
                   { read, mailFrom(2, u"A@EXAMPLE.org"_s, u"A"_s),
                     mailFrom(3, u"c@example.org"_s, u"C"_s),
                     mailFrom(4, u"b@example.org"_s, u"B"_s), mailFrom(5, u"B_@example.org"_s, {}),
                     mailFrom(6, {}, u"Nobody"_s) });
    const QList<TopSender> all{ { u"a@example.org"_s, u"A"_s, 2, 1 },
                                { u"b@example.org"_s, u"B"_s, 1, 1 },
                                { u"b_@example.org"_s, {}, 1, 1 },
                                { u"c@example.org"_s, u"C"_s, 1, 1 } };
    QCOMPARE(senders(fixture), all);
    QCOMPARE(senders(fixture, 3), all.first(3));
}

void TestStatistics::newestMailWithANameNamesTheSender()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(),
                   { mailFrom(1, u"a@example.org"_s, u"Old"_s),
                     mailFrom(2, u"a@example.org"_s, QString(300, u'n')),
                     mailFrom(3, u"a@example.org"_s, {}) });
    const TopSender found = senders(fixture).first();
    QCOMPARE(found.name, QString(255, u'n') + u'…');
    QCOMPARE(found.total, 3);
}

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
