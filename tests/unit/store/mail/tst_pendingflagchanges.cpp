// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/maildetail.h"
#include "store/mail/accounts.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailinsert.h"
#include "store/mail/pendingflagchanges.h"
#include "store/mail/resync.h"
#include "store/mail/tombstones.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

/** Changes that wait to be sent to a server: flags and deletions. */
class TestPendingFlagChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areLeftByLocalChanges();
    void areNotQueuedWhereTheAccountDisablesThem_data();
    void areNotQueuedWhereTheAccountDisablesThem();
    void areNotUndoneByTheirEcho();
    void surviveANewUidValidity();
    void goWithTheirMail();
    void areForgottenWithTheOption();
    void deletionsAreQueuedWhereTheAccountEnablesThem();
    void earlierDeletionsAreNotSent();
    void deletionsDoNotOutliveTheUidValidity();
    void deletionsStayWithTheOption();

private:
    static void setOptions(StoreFixture &fixture, const QByteArray &flagSync, bool deleteOnServer);
    static QList<PendingFlagChange> changes(StoreFixture &fixture);
};

void TestPendingFlagChanges::setOptions(StoreFixture &fixture, const QByteArray &flagSync,
                                        bool deleteOnServer)
{
    Account account = must(accountById(fixture.session(), 1));
    account.flagSync = flagSync;
    account.deleteOnServer = deleteOnServer;
    must(updateAccount(fixture.session(), account));
}

QList<PendingFlagChange> TestPendingFlagChanges::changes(StoreFixture &fixture)
{
    return must(pendingFlagChanges(fixture.session(), fixture.inbox(), 100));
}

void TestPendingFlagChanges::areLeftByLocalChanges()
{
    StoreFixture fixture;
    setOptions(fixture, "both", false);
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(setFlags(fixture.session(), { 1 }, { true, {} }));
    must(setFlags(fixture.session(), { 1 }, { {}, true }));
    must(setFlags(fixture.session(), { 2 }, { true, {} }));
    must(setFlags(fixture.session(), { 2 }, { false, {} }));
    must(setFlags(fixture.session(), { 2 }, { false, {} }));
    fixture.reopen();
    QCOMPARE(changes(fixture), (QList<PendingFlagChange>{ { 1, 1, 0, 3, 3, 0, 0 } }));
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>{ 1 });
    must(markGone(fixture.session(), 1, { 1 }, GonePolicy::Keep));
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
}

void TestPendingFlagChanges::areNotQueuedWhereTheAccountDisablesThem_data()
{
    QTest::addColumn<QByteArray>("flagSync");
    QTest::addRow("off") << "off"_ba;
    QTest::addRow("pull") << "pull"_ba;
}

void TestPendingFlagChanges::areNotQueuedWhereTheAccountDisablesThem()
{
    QFETCH(QByteArray, flagSync);
    StoreFixture fixture;
    setOptions(fixture, flagSync, false);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(setFlags(fixture.session(), { 1 }, { true, true }));
    must(deleteMails(fixture.session(), { 1 }));
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
    QCOMPARE(must(hasPendingFlagChanges(fixture.session(), 1)), false);
}

// Marked as read, sent, marked as unread before the answer came; then the server reports our first change.
void TestPendingFlagChanges::areNotUndoneByTheirEcho()
{
    StoreFixture fixture;
    setOptions(fixture, "both", false);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(setFlags(fixture.session(), { 1 }, { true, {} }));
    must(savePendingFlagChange(fixture.session(), 1, beforeSending(changes(fixture).first())));
    must(setFlags(fixture.session(), { 1 }, { false, {} }));
    fixture.reopen();
    QCOMPARE(
        must(applyServerFlags(fixture.session(), fixture.inbox(), { { 1, ServerSeen } }, true)),
        FlagsApplied());
    QVERIFY(!must(mailById(fixture.session(), 1)).isRead);
    QCOMPARE(changes(fixture),
             (QList<PendingFlagChange>{ { 1, 1, ServerSeen, ServerSeen, 0, 0, 0 } }));
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestPendingFlagChanges::surviveANewUidValidity()
{
    StoreFixture fixture;
    setOptions(fixture, "both", false);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(setFlags(fixture.session(), { 1 }, { true, {} }));
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 12));
    QCOMPARE(changes(fixture), QList<PendingFlagChange>()); // not as long as it has no uid
    NewMail renumbered = mailWith(1);
    renumbered.uid = 11;
    fixture.insert(folder, { renumbered });
    QCOMPARE(changes(fixture),
             (QList<PendingFlagChange>{ { 1, 11, 0, ServerSeen, ServerSeen, 0, 0 } }));
}

void TestPendingFlagChanges::goWithTheirMail()
{
    StoreFixture fixture;
    setOptions(fixture, "both", false);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(setFlags(fixture.session(), { 1 }, { true, {} }));
    must(deleteMails(fixture.session(), { 1 }));
    QCOMPARE(must(hasPendingFlagChanges(fixture.session(), 1)), false);
}

void TestPendingFlagChanges::areForgottenWithTheOption()
{
    StoreFixture fixture;
    setOptions(fixture, "both", false);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(setFlags(fixture.session(), { 1 }, { true, {} }));
    setOptions(fixture, "pull", false);
    setOptions(fixture, "both", false);
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
}

void TestPendingFlagChanges::deletionsAreQueuedWhereTheAccountEnablesThem()
{
    StoreFixture fixture;
    setOptions(fixture, "pull", true);
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2), mailWith(3), mailWith(4) });
    must(markGone(fixture.session(), 1, { 4 }, GonePolicy::Keep));
    must(deleteMails(fixture.session(), { 1, 3, 4 }));
    fixture.reopen();
    QCOMPARE(must(uidsToDelete(fixture.session(), fixture.inbox(), 10)), (QList<quint32>{ 1, 3 }));
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>{ 1 });
    must(noteBuried(fixture.session(), 1, { { 1, false } }));
    QCOMPARE(must(uidsToDelete(fixture.session(), fixture.inbox(), 10)), QList<quint32>{ 3 });
    must(markGone(fixture.session(), 1, { 3 }, GonePolicy::Hide)); // by another client
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(1), mailWith(3) }), QList<qint64>());
}

void TestPendingFlagChanges::earlierDeletionsAreNotSent()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(deleteMails(fixture.session(), { 1 }));
    setOptions(fixture, "pull", true);
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
    must(deleteMails(fixture.session(), { 2 }));
    QCOMPARE(must(uidsToDelete(fixture.session(), fixture.inbox(), 10)), QList<quint32>{ 2 });
}

// With another UIDVALIDITY the mail is recognised only by its Message-ID, which a copy has, too.
void TestPendingFlagChanges::deletionsDoNotOutliveTheUidValidity()
{
    StoreFixture fixture;
    setOptions(fixture, "pull", true);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(deleteMails(fixture.session(), { 1 }));
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 12));
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
    NewMail renumbered = mailWith(1);
    renumbered.uid = 11;
    QCOMPARE(fixture.insert(folder, { renumbered }), QList<qint64>());
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
    QCOMPARE(must(buriedUids(fixture.session(), 1)), (QList<BuriedUid>{ { 11, true } }));
}

void TestPendingFlagChanges::deletionsStayWithTheOption()
{
    StoreFixture fixture;
    setOptions(fixture, "pull", true);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(deleteMails(fixture.session(), { 1 }));
    setOptions(fixture, "pull", false);
    setOptions(fixture, "pull", true);
    QCOMPARE(must(foldersWithChanges(fixture.session(), 1)), QList<qint64>());
}

QTEST_GUILESS_MAIN(TestPendingFlagChanges)
#include "tst_pendingflagchanges.moc"
