// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/changeapplier.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Sync;

/** What flags and removals at the server do to the mails here. */
class tst_ChangeApplier : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void flagsOfTheServerAreTakenOver();
    void ofARepeatedUidTheLastFlagsCount();
    void flagsThatDidNotChangeThereUndoNothingHere();
    void flagsAreOnlyNotedWhereTheAccountIgnoresThem();
    void flagsOfManyMailsAreAllApplied();
    void goneMailsAreTreatedAsTheAccountSays_data();
    void goneMailsAreTreatedAsTheAccountSays();
    void uidsThatAreNotHereDoNoHarm();
    void mailsThatAreBackAreListedAgain();
    void allUnrecognisedMailsAreRemoved();
};

namespace {

using Flags = QList<Store::ServerFlags>;

QList<quint32> uidsTo(quint32 last)
{
    QList<quint32> uids;
    for (quint32 uid = 1; uid <= last; ++uid)
        uids.append(uid);
    return uids;
}

} // namespace

void tst_ChangeApplier::flagsOfTheServerAreTakenOver()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(3));
    FolderParts parts(fixture);
    const Flags now{ { 9, 0 }, { 2, Store::ServerFlagged }, { 1, Store::ServerSeen }, { 3, 0 } };
    QCOMPARE(must(awaited(parts.applier.applyFlags(now))), QList<quint32>{ 9 });
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 r there pending"_s, u"2 s there pending"_s, u"3 - there pending"_s }));
    QCOMPARE(parts.cursor.updatedCount(), 2);
    QCOMPARE(fixture.takeEvents(), QList<QByteArray>(2, "mail.updated"));
}

void tst_ChangeApplier::ofARepeatedUidTheLastFlagsCount()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(1));
    FolderParts parts(fixture);
    const Flags now{ { 1, Store::ServerSeen }, { 1, Store::ServerFlagged } };
    must(awaited(parts.applier.applyFlags(now)));
    QCOMPARE(fixture.mails(), QStringList{ u"1 s there pending"_s });
    QCOMPARE(parts.cursor.updatedCount(), 1);
}

void tst_ChangeApplier::flagsThatDidNotChangeThereUndoNothingHere()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(1));
    fixture.mark(1, { .isRead = true, .isStarred = {} });
    FolderParts parts(fixture);
    must(awaited(parts.applier.applyFlags({ { 1, 0 } })));
    QCOMPARE(fixture.mails(), QStringList{ u"1 r there pending"_s });
    QCOMPARE(parts.cursor.updatedCount(), 0);
}

void tst_ChangeApplier::flagsAreOnlyNotedWhereTheAccountIgnoresThem()
{
    FolderFixture fixture;
    fixture.changeAccount([](Store::Account &account) { account.flagSync = "off"; });
    fixture.insert(uidsTo(1));
    FolderParts parts(fixture);
    must(awaited(parts.applier.applyFlags({ { 1, Store::ServerSeen } })));
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
    QCOMPARE(fixture.number(u"SELECT server_flags FROM mails"_s), Store::ServerSeen);
    QCOMPARE(parts.cursor.updatedCount(), 0);
}

void tst_ChangeApplier::flagsOfManyMailsAreAllApplied()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(1001));
    FolderParts parts(fixture);
    Flags now;
    for (const quint32 uid : uidsTo(1002))
        now.append({ uid, Store::ServerSeen });
    QCOMPARE(must(awaited(parts.applier.applyFlags(now))), QList<quint32>{ 1002 });
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails WHERE is_read = 1"_s), 1001);
    QCOMPARE(parts.cursor.updatedCount(), 1001);
}

void tst_ChangeApplier::goneMailsAreTreatedAsTheAccountSays_data()
{
    QTest::addColumn<QByteArray>("onExpunge");
    QTest::addColumn<QString>("mail");
    QTest::newRow("hide") << QByteArray("hide") << u"1 - hidden pending"_s;
    QTest::newRow("keep") << QByteArray("keep") << u"1 - kept pending"_s;
    QTest::newRow("delete, which waits until the mail is in no other folder")
        << QByteArray("delete") << u"1 - hidden pending"_s;
}

void tst_ChangeApplier::goneMailsAreTreatedAsTheAccountSays()
{
    QFETCH(QByteArray, onExpunge);
    QFETCH(QString, mail);
    FolderFixture fixture;
    fixture.changeAccount([&](Store::Account &account) { account.onExpunge = onExpunge; });
    fixture.insert(uidsTo(2));
    FolderParts parts(fixture);
    must(awaited(parts.applier.removeGone({ 1 })));
    QCOMPARE(fixture.mails(), (QStringList{ mail, u"2 - there pending"_s }));
    QCOMPARE(parts.cursor.updatedCount(), 1);
    QCOMPARE(fixture.takeEvents(), QList<QByteArray>{ "mail.updated" });
}

void tst_ChangeApplier::uidsThatAreNotHereDoNoHarm()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(1));
    FolderParts parts(fixture);
    must(awaited(parts.applier.removeGone({ 8, 9 })));
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
    QCOMPARE(parts.cursor.updatedCount(), 0);
    QVERIFY(fixture.takeEvents().isEmpty());
}

void tst_ChangeApplier::mailsThatAreBackAreListedAgain()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(3));
    FolderParts parts(fixture);
    must(awaited(parts.applier.removeGone({ 1, 2, 3 })));
    parts.cursor.resetCounts();
    must(awaited(parts.applier.listAgain({ 1, 3 })));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 - there pending"_s, u"2 - hidden pending"_s, u"3 - there pending"_s }));
    QCOMPARE(parts.cursor.updatedCount(), 2);
}

void tst_ChangeApplier::allUnrecognisedMailsAreRemoved()
{
    FolderFixture fixture;
    fixture.insert(uidsTo(401));
    FolderParts parts(fixture);
    must(awaited(parts.cursor.begin({ .path = u"INBOX"_s, .uidValidity = 8, .uidNext = 20 })));
    fixture.insert({ 501 }); // arrived under the new UIDVALIDITY
    must(awaited(parts.applier.removeUnrecognised()));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails WHERE listing = 0"_s), 401);
    QCOMPARE(fixture.number(u"SELECT uid FROM mails WHERE listing = 2"_s), 501);
    QCOMPARE(parts.cursor.updatedCount(), 401);
}

QTEST_GUILESS_MAIN(tst_ChangeApplier)
#include "tst_changeapplier.moc"
