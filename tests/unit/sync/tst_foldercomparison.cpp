// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/foldercomparison.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** The comparison of a whole folder, with servers that answer too little, and with news meanwhile. */
class tst_FolderComparison : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void differencesAreApplied();
    void anEmptyFolderLosesItsMails();
    void fewerMailsThanCountedRemoveNone();
    void fewerMailsAreRightIfTheServerCountsThemAgain();
    void aRepeatedUidDoesNotHideAMissingOne();
    void anotherUidValidityMeanwhileIsAnError();
    void newsMeanwhileMakeTheFolderStale_data();
    void newsMeanwhileMakeTheFolderStale();
    void aServerThatAlwaysHasNewsIsNotComparedForEver();
    void mailsThatWereDeletedHereDoNotComeBack();
    void deletionsThatTheServerHasAreNoted();
    void withoutUidNextAllMailsOfTheFirstImportAreOld();
    void mailsAreRecognisedAfterAnotherUidValidity();
    void mailsAreNotRemovedDuringTheFirstImport();
    void aLostConnectionLeavesTheRow();
};

namespace {

QStringList newMail(quint32 uid)
{
    const QString set = QString::number(uid);
    return { requestRows(set), answerRow(uid), ok, requestBodies(set), answerBody(uid), ok };
}

} // namespace

void tst_FolderComparison::differencesAreApplied()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2, 3 });
    fixture.connect(QStringList{ requestFlags(u"1:*"_s), answerFlags(1, u"\\Seen"_s),
                                 answerFlags(3), answerFlags(5), answerFlags(11), ok }
                    + newMail(11) + QStringList{ requestRows(u"5"_s), answerRow(5), ok });
    FolderParts parts(fixture);
    parts.cursor.distrust();
    parts.open.begin({ .exists = 4, .highestModSeq = 60 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(),
             (QStringList{ u"1 r there pending"_s, u"2 - hidden pending"_s, u"3 - there pending"_s,
                           u"5 - there pending"_s, u"11 - there stored"_s }));
    Store::Folder expected = fixture.imported();
    expected.uidNext = 12;
    expected.highestModSeq = 60;
    expected.comparedAt = fixture.clock.now();
    QCOMPARE(fixture.storedRow(), expected);
    QVERIFY(!parts.cursor.isWholeDue(fixture.clock.now())); // trusted again
    QVERIFY(!parts.open.isStale());
    QCOMPARE(parts.cursor.newCount(), 2);
    QCOMPARE(parts.cursor.updatedCount(), 2);
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::anEmptyFolderLosesItsMails()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.connect({});
    FolderParts parts(fixture);
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(), QStringList{ u"1 - hidden pending"_s });
    QVERIFY(fixture.server->received().isEmpty());
}

void tst_FolderComparison::fewerMailsThanCountedRemoveNone()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2, 3 });
    Store::Folder row = fixture.imported();
    row.highestModSeq = 50;
    fixture.store(row);
    fixture.connect(
        QStringList{ requestFlags(u"1:*"_s), answerFlags(1, u"\\Seen"_s), answerFlags(3), ok }
        + examine(3, 10));
    FolderParts parts(fixture);
    parts.cursor.distrust();
    parts.open.begin({ .exists = 3, .highestModSeq = 60 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 r there pending"_s, u"2 - there pending"_s, u"3 - there pending"_s }));
    QCOMPARE(fixture.storedRow(), row);
    QVERIFY(parts.cursor.isWholeDue(fixture.clock.now())); // the comparison is repeated
    QCOMPARE(fixture.problem(), QString());
}

// After EXPUNGE the count is known only from a new EXAMINE.
void tst_FolderComparison::fewerMailsAreRightIfTheServerCountsThemAgain()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2, 3 });
    fixture.connect(QStringList{ requestFlags(u"1:*"_s), answerFlags(1), answerFlags(3), ok }
                    + examine(2, 10));
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 3 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 - there pending"_s, u"2 - hidden pending"_s, u"3 - there pending"_s }));
    QCOMPARE(fixture.storedRow().comparedAt, fixture.clock.now());
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::aRepeatedUidDoesNotHideAMissingOne()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2, 3 });
    fixture.connect(
        QStringList{ requestFlags(u"1:*"_s), answerFlags(1), answerFlags(3), answerFlags(3), ok }
        + examine(3, 10));
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 3 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 - there pending"_s, u"2 - there pending"_s, u"3 - there pending"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::anotherUidValidityMeanwhileIsAnError()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    fixture.connect(QStringList{ requestFlags(u"1:*"_s), answerFlags(1, u"\\Seen"_s), ok }
                    + examine(1, 10, 0, 8));
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 2 });
    QVERIFY(!awaited(parts.comparison.run()).ok());
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there pending"_s }));
    QCOMPARE(fixture.storedRow(), fixture.imported());
}

void tst_FolderComparison::newsMeanwhileMakeTheFolderStale_data()
{
    QTest::addColumn<QString>("news");
    QTest::addColumn<bool>("isStale");
    QTest::newRow("flags without uid") << u"S: * 1 FETCH (FLAGS (\\Seen))"_s << true;
    QTest::newRow("a deletion, with QRESYNC") << u"S: * VANISHED 99"_s << true;
    QTest::newRow("a count of the mails that were returned") << u"S: * 1 EXISTS"_s << false;
    QTest::newRow("nothing that counts") << u"S: * OK still here"_s << false;
}

void tst_FolderComparison::newsMeanwhileMakeTheFolderStale()
{
    QFETCH(QString, news);
    QFETCH(bool, isStale);
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(1), news, ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 1 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(parts.open.isStale(), isStale);
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::aServerThatAlwaysHasNewsIsNotComparedForEver()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    QStringList script;
    for (int i = 0; i < 6; ++i)
        script += { requestFlags(u"1:*"_s), answerFlags(1), u"S: * 1 FETCH (FLAGS ())"_s, ok };
    script += { requestFlags(u"1:*"_s), answerFlags(1), ok };
    script += { requestFlags(u"1:*"_s), answerFlags(1), u"S: * 1 FETCH (FLAGS ())"_s, ok };
    fixture.connect(script);
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 1 });
    QList<bool> isStale;
    for (int i = 0; i < 8; ++i) {
        must(awaited(parts.comparison.run()));
        isStale.append(parts.open.isStale());
    }
    QCOMPARE(isStale, (QList<bool>{ true, true, true, true, true, false, false, true }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::mailsThatWereDeletedHereDoNotComeBack()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    fixture.deleteMail(2);
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(1), answerFlags(2), ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 2 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
    QCOMPARE(fixture.number(u"SELECT count(*) FROM tombstones WHERE at_server = 1"_s), 1);
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::deletionsThatTheServerHasAreNoted()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    fixture.deleteMail(2);
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(1), ok, //
                      requestFlags(u"1:*"_s), answerFlags(1), answerFlags(2), ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 1 });
    must(awaited(parts.comparison.run()));
    const QString there = u"SELECT count(*) FROM tombstones WHERE at_server > 0"_s;
    QCOMPARE(fixture.number(there), 0);
    must(awaited(parts.comparison.run())); // the server took the deletion back
    QCOMPARE(fixture.number(there), 1);
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::withoutUidNextAllMailsOfTheFirstImportAreOld()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.uidNextAtFirstImport = row.uidNext = 0;
    row.firstImportDone = false;
    fixture.store(row);
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(12), answerFlags(14), ok, //
                      requestRows(u"12,14"_s), answerRow(14), answerRow(12), ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 2 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(), (QStringList{ u"12 - there pending"_s, u"14 - there pending"_s }));
    QVERIFY(!fixture.takeEvents().contains("mail.received"));
    QCOMPARE(fixture.storedRow().uidNextAtFirstImport, 15U);
    QCOMPARE(fixture.storedRow().uidNext, 15U);
    QVERIFY(fixture.storedRow().firstImportDone);
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::mailsAreRecognisedAfterAnotherUidValidity()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.mark(1, { .isRead = true, .isStarred = {} });
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(15), ok, //
                      requestRows(u"15"_s), answerRowOf(15, 1), ok });
    FolderParts parts(fixture);
    must(awaited(parts.cursor.begin({ .path = u"INBOX"_s, .uidValidity = 8, .uidNext = 20 })));
    fixture.takeEvents();
    parts.open.begin({ .exists = 1 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(), (QStringList{ u"0 - hidden pending"_s, u"15 r there pending"_s }));
    QCOMPARE(fixture.idOf(15), ids[0]);
    QVERIFY(!fixture.takeEvents().contains("mail.received"));
    QVERIFY(fixture.storedRow().firstImportDone);
    QCOMPARE(fixture.problem(), QString());
}

// A mail that is known under the new UIDVALIDITY is not removed either, although the import goes on.
void tst_FolderComparison::mailsAreNotRemovedDuringTheFirstImport()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.firstImportDone = false;
    fixture.store(row);
    fixture.insert({ 1, 2 });
    fixture.connect(
        { requestFlags(u"1:*"_s), answerFlags(1), ok, requestFlags(u"1:*"_s), answerFlags(1), ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 1 });
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there pending"_s }));
    must(awaited(parts.comparison.run()));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - hidden pending"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderComparison::aLostConnectionLeavesTheRow()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(1), answerFlags(11), ok,
                      requestRows(u"11"_s), u"X"_s });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 2, .highestModSeq = 60 });
    QVERIFY(!awaited(parts.comparison.run()).ok());
    QCOMPARE(fixture.storedRow(), fixture.imported());
}

QTEST_GUILESS_MAIN(tst_FolderComparison)
#include "tst_foldercomparison.moc"
