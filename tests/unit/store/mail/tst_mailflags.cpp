// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/maildetail.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestMailFlags : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellWhatChangedAndLeaveOutTheUnknown();
    void areNotChangedByAnotherUser();
    void followChangesAtTheServer_data();
    void followChangesAtTheServer();
    void areOnlyNotedWhereNotTakenOver();
    void repliedIsNotedAndChangesNoOther();
    void repliedStaysWhenOthersAreStored();
    void markAllReadInPieces();
};

void TestMailFlags::tellWhatChangedAndLeaveOutTheUnknown()
{
    StoreFixture fixture;
    NewMail read = mailWith(2);
    read.isRead = true;
    fixture.insert(fixture.inbox(), { mailWith(1), read });
    QCOMPARE(must(setFlags(fixture.session(), { 1, 2, 99 }, { true, {} })),
             (QList<Flagged>{ { 1, 1, true }, { 2, 1, false } }));
    QVERIFY(must(mailById(fixture.session(), 1)).isRead);
    QCOMPARE(must(setFlags(fixture.session(), { 1 }, { {}, true })),
             (QList<Flagged>{ { 1, 1, true } }));
    QVERIFY(must(mailById(fixture.session(), 1)).isRead);
    QVERIFY(must(mailById(fixture.session(), 1)).isStarred);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestMailFlags::areNotChangedByAnotherUser()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    const qint64 bert = fixture.addUser(u"bert"_s);
    QCOMPARE(must(setFlags(fixture.session(), { 1 }, { true, {} }, { bert, true })),
             QList<Flagged>());
}

void TestMailFlags::followChangesAtTheServer_data()
{
    QTest::addColumn<bool>("readHere");
    QTest::addColumn<quint8>("serverBefore");
    QTest::addColumn<quint8>("serverNow");
    QTest::addColumn<bool>("read");
    QTest::addRow("set there") << false << quint8(0) << quint8(ServerSeen) << true;
    QTest::addRow("cleared there") << true << quint8(ServerSeen) << quint8(0) << false;
    QTest::addRow("set here, unchanged there") << true << quint8(0) << quint8(0) << true;
    QTest::addRow("cleared here, unchanged there")
        << false << quint8(ServerSeen) << quint8(ServerSeen) << false;
    QTest::addRow("set here, other flag there")
        << true << quint8(0) << quint8(ServerFlagged) << true;
}

void TestMailFlags::followChangesAtTheServer()
{
    QFETCH(bool, readHere);
    QFETCH(quint8, serverBefore);
    QFETCH(quint8, serverNow);
    QFETCH(bool, read);
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.isRead = serverBefore & ServerSeen;
    fixture.insert(fixture.inbox(), { mail });
    must(setFlags(fixture.session(), { 1 }, { readHere, {} }));
    QCOMPARE(must(applyServerFlags(fixture.session(), fixture.inbox(),
                                   { { 1, serverNow }, { 99, 1 } }, true))
                 .unknown,
             QList<quint32>{ 99 });
    QCOMPARE(must(mailById(fixture.session(), 1)).isRead, read);
    // The same flags a second time are not a change.
    QCOMPARE(must(applyServerFlags(fixture.session(), fixture.inbox(), { { 1, serverNow } }, true)),
             FlagsApplied());
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestMailFlags::areOnlyNotedWhereNotTakenOver()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    QCOMPARE(
        must(applyServerFlags(fixture.session(), fixture.inbox(), { { 1, ServerSeen } }, false)),
        FlagsApplied());
    QVERIFY(!must(mailById(fixture.session(), 1)).isRead);
    QCOMPARE(
        must(applyServerFlags(fixture.session(), fixture.inbox(), { { 1, ServerSeen } }, true)),
        FlagsApplied());
}

void TestMailFlags::repliedIsNotedAndChangesNoOther()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.isReplied = true;
    fixture.insert(fixture.inbox(), { mail });
    QCOMPARE(fixture.number(u"SELECT server_flags FROM mails"_s), int(ServerAnswered));
    must(
        setFlags(fixture.session(), { 1 }, { true, {} })); // waits until it is stored at the server
    for (const quint8 flags : { quint8(0), quint8(ServerAnswered) }) {
        const FlagsApplied applied =
            must(applyServerFlags(fixture.session(), fixture.inbox(), { { 1, flags } }, true));
        QCOMPARE(applied.changed, QList<Flagged>());
        QCOMPARE(fixture.number(u"SELECT server_flags FROM mails"_s), int(flags));
        QVERIFY(must(mailById(fixture.session(), 1)).isRead);
    }
    const quint8 both = ServerAnswered | ServerFlagged;
    must(applyServerFlags(fixture.session(), fixture.inbox(), { { 1, both } }, true));
    QCOMPARE(fixture.number(u"SELECT server_flags FROM mails"_s), int(both));
    QVERIFY(must(mailById(fixture.session(), 1)).isRead);
    QVERIFY(must(mailById(fixture.session(), 1)).isStarred);
}

void TestMailFlags::repliedStaysWhenOthersAreStored()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.isReplied = true;
    fixture.insert(fixture.inbox(), { mail });
    must(noteServerFlags(fixture.session(), 1, ServerSeen));
    QCOMPARE(fixture.number(u"SELECT server_flags FROM mails"_s), int(ServerAnswered | ServerSeen));
    must(noteServerFlags(fixture.session(), 1, 0));
    QCOMPARE(fixture.number(u"SELECT server_flags FROM mails"_s), int(ServerAnswered));
}

void TestMailFlags::markAllReadInPieces()
{
    StoreFixture fixture;
    const Folder other = fixture.addFolder(1, u"Other"_s);
    NewMail hidden = mailWith(9);
    hidden.listing = Listing::Hidden;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2), mailWith(3), hidden });
    fixture.insert(other, { mailWith(1) });
    QCOMPARE(must(markAllRead(fixture.session(), {}, 1, u"INBOX"_s, 2)).size(), 2);
    QCOMPARE(must(markAllRead(fixture.session(), {}, 1, u"INBOX"_s, 2)).size(), 1);
    QCOMPARE(must(markAllRead(fixture.session(), {}, 1, u"INBOX"_s, 2)).size(), 0);
    QCOMPARE(must(markAllRead(fixture.session(), {}, {}, u""_s, 10)).size(), 1);
    QCOMPARE(fixture.wrongCounters(), 0);
}

QTEST_GUILESS_MAIN(TestMailFlags)
#include "tst_mailflags.moc"
