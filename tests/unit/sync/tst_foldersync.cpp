// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/foldersync.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** Whole synchronisations of one folder: which steps run, in which order. */
class tst_FolderSync : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void theFirstVisitImportsTheFolderInSilence();
    void anInterruptedImportGoesOn();
    void changesAreFollowedByMissingBodies();
    void anUnchangedFolderNeedsOneCommand();
    void changesThatDoNotAddUpAreFollowedByAComparison();
    void aFolderThatIsFollowedAgainHasItsMailsBack();
    void aRefusedFolderIsLeft();
    void withoutAModSeqSyncingAgainComparesTheFolder();
    void withAModSeqSyncingAgainFetchesTheChanges();
    void newsThatSayEverythingAreApplied();
    void newsThatSayTooLittleAreFollowedByASynchronisation();
    void changesOfUsersAreStoredBeforeTheFolderIsReadAgain();
    void bodiesOfOtherFoldersAreNotFetched();
    void theServersListIsNotUsedWhileItIsDistrusted();
    void theStoredRowNeedsNoReading();

private:
    void prepare(const QStringList &script, const QByteArray &capabilities = {});
    void storeModSeq(quint64 modSeq);

    std::unique_ptr<FolderFixture> fixture;
    BodyRequests requests;
    std::unique_ptr<FolderSync> folder;
};

namespace {

const QString condstore = u"EXAMINE \"INBOX\" (CONDSTORE)"_s;
const QString requestUnchecked = u"C: $ UID FETCH 10:* (UID)"_s;

QStringList allFlags(const QStringList &answers)
{
    return QStringList{ requestFlags(u"1:*"_s) } + answers + QStringList{ ok };
}

QStringList bodyOf(quint32 uid)
{
    return { requestBodies(QString::number(uid)), answerBody(uid), ok };
}

QStringList newMail(quint32 uid)
{
    return QStringList{ requestRows(QString::number(uid)), answerRow(uid), ok } + bodyOf(uid);
}

} // namespace

void tst_FolderSync::init()
{
    fixture = std::make_unique<FolderFixture>();
    requests.clear();
}

void tst_FolderSync::cleanup()
{
    folder.reset();
    fixture.reset();
}

void tst_FolderSync::prepare(const QStringList &script, const QByteArray &capabilities)
{
    fixture->connect(script, capabilities);
    folder = std::make_unique<FolderSync>(fixture->context, fixture->indexer, fixture->session,
                                          requests, fixture->account, u"INBOX"_s, "inbox");
}

void tst_FolderSync::storeModSeq(quint64 modSeq)
{
    Store::Folder row = fixture->imported();
    row.highestModSeq = modSeq;
    fixture->store(row);
}

void tst_FolderSync::theFirstVisitImportsTheFolderInSilence()
{
    Store::Folder row = fixture->imported();
    row.uidValidity = row.uidNextAtFirstImport = row.uidNext = 0;
    row.firstImportDone = false;
    row.comparedAt = 0;
    fixture->store(row);
    prepare(
        opened(condstore, 2, 12, 60) + allFlags({ answerFlags(3), answerFlags(11, u"\\Seen"_s) })
            + QStringList{ requestRows(u"3,11"_s), answerRow(11, u"\\Seen"_s), answerRow(3), ok, //
                           requestBodies(u"3,11"_s), answerBody(11), answerBody(3), ok },
        "CONDSTORE");
    must(awaited(folder->enter()));
    QCOMPARE(fixture->mails(), (QStringList{ u"3 - there stored"_s, u"11 r there stored"_s }));
    QVERIFY(!fixture->takeEvents().contains("mail.received"));
    row.uidValidity = 7;
    row.uidNextAtFirstImport = row.uidNext = 12;
    row.firstImportDone = true;
    row.highestModSeq = 60;
    row.comparedAt = fixture->clock.now();
    QCOMPARE(folder->folder(), row);
    QCOMPARE(fixture->storedRow(), row);
    QCOMPARE(folder->newCount(), 2);
    QVERIFY(!folder->isStale() && !folder->hasMissingBodies());
    QCOMPARE(fixture->problem(), QString());
}

// After a restart, what is stored is neither listed nor fetched again.
void tst_FolderSync::anInterruptedImportGoesOn()
{
    Store::Folder row = fixture->imported();
    row.firstImportDone = false;
    fixture->store(row);
    fixture->insert({ 3, 5 });
    fixture->execute(u"UPDATE mails SET body_state = 1 WHERE uid = 5"_s);
    prepare(examine(3, 10) + allFlags({ answerFlags(2), answerFlags(3), answerFlags(5) })
            + QStringList{ requestRows(u"2"_s), answerRow(2), ok, //
                           requestBodies(u"2:3"_s), answerBody(3), answerBody(2), ok });
    must(awaited(folder->enter()));
    QCOMPARE(fixture->mails(),
             (QStringList{ u"2 - there stored"_s, u"3 - there stored"_s, u"5 - there stored"_s }));
    QVERIFY(fixture->storedRow().firstImportDone);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::changesAreFollowedByMissingBodies()
{
    storeModSeq(50);
    fixture->insert({ 1, 2 });
    fixture->execute(u"UPDATE mails SET body_state = 1 WHERE uid = 1"_s);
    const QString resync = u"EXAMINE \"INBOX\" (QRESYNC (7 50))"_s;
    QStringList entering = opened(resync, 2, 12, 60);
    entering.insert(entering.size() - 1, u"S: * VANISHED (EARLIER) 1"_s);
    prepare(QStringList{ u"C: $ ENABLE QRESYNC"_s, ok } + entering
                + QStringList{ requestUnchecked, u"S: * 2 FETCH (UID 11)"_s, ok } + newMail(11)
                + bodyOf(2),
            "QRESYNC ENABLE");
    must(awaited(folder->enter()));
    QCOMPARE(
        fixture->mails(),
        (QStringList{ u"1 - hidden stored"_s, u"2 - there stored"_s, u"11 - there stored"_s }));
    QCOMPARE(fixture->takeEvents().count("mail.received"), 1);
    QCOMPARE(fixture->storedRow().highestModSeq, 60U);
    QCOMPARE(folder->newCount(), 1);
    QCOMPARE(folder->updatedCount(), 1);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::anUnchangedFolderNeedsOneCommand()
{
    storeModSeq(50);
    prepare(opened(condstore, 0, 10, 50), "CONDSTORE");
    must(awaited(folder->enter()));
    QCOMPARE(fixture->server->received().size(), 1);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::changesThatDoNotAddUpAreFollowedByAComparison()
{
    storeModSeq(50);
    fixture->insert({ 1, 2 });
    fixture->execute(u"UPDATE mails SET body_state = 1"_s);
    prepare(opened(condstore, 1, 10, 50) + allFlags({ answerFlags(2) }), "CONDSTORE");
    must(awaited(folder->enter()));
    QCOMPARE(fixture->mails(), (QStringList{ u"1 - hidden stored"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture->storedRow().comparedAt, fixture->clock.now());
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::aFolderThatIsFollowedAgainHasItsMailsBack()
{
    fixture->changeAccount([](Store::Account &account) { account.onExpunge = "keep"; });
    fixture->insert({ 1, 2 });
    fixture->execute(u"UPDATE mails SET body_state = 1"_s);
    FolderParts earlier(*fixture);
    must(awaited(earlier.applier.removeGone({ 1, 2 })));
    Store::Folder row = fixture->imported();
    row.firstImportDone = false;
    row.uidNextAtFirstImport = 0;
    fixture->store(row);
    const QStringList all = allFlags({ answerFlags(1) });
    prepare(examine(1, 10) + all + all);
    must(awaited(folder->enter()));
    QCOMPARE(fixture->mails(), (QStringList{ u"1 - there stored"_s, u"2 - kept stored"_s }));
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::aRefusedFolderIsLeft()
{
    prepare({ u"C: $ EXAMINE \"INBOX\""_s, no });
    QVERIFY(!awaited(folder->enter()).ok());
    QVERIFY(folder->isRefused());
    QCOMPARE(folder->unexpectedUidValidity(), 0U);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::withoutAModSeqSyncingAgainComparesTheFolder()
{
    fixture->insert({ 1, 2 });
    fixture->execute(u"UPDATE mails SET body_state = 1"_s);
    prepare(examine(2, 10) + allFlags({ answerFlags(1), answerFlags(2) })
            + QStringList{ u"C: $ NOOP"_s, u"S: * 1 EXPUNGE"_s, u"S: * 1 EXISTS"_s, ok }
            + allFlags({ answerFlags(2) }));
    must(awaited(folder->enter()));
    QVERIFY(!folder->isStale());
    must(awaited(folder->syncAgain()));
    QCOMPARE(fixture->mails(), (QStringList{ u"1 - hidden stored"_s, u"2 - there stored"_s }));
    QVERIFY(folder->isStale()); // the deletion may have been reported during the comparison
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::withAModSeqSyncingAgainFetchesTheChanges()
{
    storeModSeq(50);
    prepare(opened(condstore, 0, 10, 50) + opened(condstore, 0, 10, 50), "CONDSTORE");
    must(awaited(folder->enter()));
    must(awaited(folder->syncAgain()));
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::newsThatSayEverythingAreApplied()
{
    prepare(QStringList{ u"C: $ NOOP"_s, u"S: * 1 EXISTS"_s, ok, requestUnchecked,
                         u"S: * 1 FETCH (UID 11)"_s, ok }
            + newMail(11));
    folder->remember(fixture->storedRow());
    must(awaited(fixture->session.noop()));
    must(awaited(folder->catchUp()));
    QCOMPARE(fixture->mails(), QStringList{ u"11 - there stored"_s });
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::newsThatSayTooLittleAreFollowedByASynchronisation()
{
    storeModSeq(50);
    prepare(QStringList{ u"C: $ NOOP"_s, u"S: * 1 EXPUNGE"_s, ok } + opened(condstore, 0, 10, 50),
            "CONDSTORE");
    folder->remember(fixture->storedRow());
    must(awaited(fixture->session.noop()));
    must(awaited(folder->catchUp()));
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::changesOfUsersAreStoredBeforeTheFolderIsReadAgain()
{
    fixture->changeAccount([](Store::Account &account) { account.flagSync = "both"; });
    fixture->insert({ 1 });
    fixture->execute(u"UPDATE mails SET body_state = 1"_s);
    fixture->mark(1, { .isRead = true, .isStarred = {} });
    prepare(opened(u"SELECT \"INBOX\""_s, 1, 10)
            + QStringList{ requestFlags(u"1"_s), answerFlags(1), ok,
                           u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s, ok, u"C: $ NOOP"_s, ok,
                           requestFlags(u"1"_s), answerFlags(1, u"\\Seen"_s), ok }
            + examine(1, 10) + allFlags({ answerFlags(1, u"\\Seen"_s) }));
    folder->remember(fixture->storedRow());
    must(awaited(folder->storeChanges()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->mails(), QStringList{ u"1 r there stored"_s });
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::bodiesOfOtherFoldersAreNotFetched()
{
    const qint64 id = fixture->insert({ 1 }).first();
    prepare(bodyOf(1));
    folder->remember(fixture->storedRow());
    const BodyRequest ours{ 1, { id, 1, 120 }, {} };
    const BodyRequest other{ 2, { 99, 1, 120 }, {} };
    requests = { other, ours };
    must(awaited(folder->serveBodyRequests()));
    QVERIFY(ours.done.isFinished());
    QVERIFY(!other.done.isFinished());
    QCOMPARE(requests.size(), 1);
    QCOMPARE(fixture->mails(), QStringList{ u"1 - there stored"_s });
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::theServersListIsNotUsedWhileItIsDistrusted()
{
    storeModSeq(50);
    fixture->insert({ 1 });
    fixture->execute(u"UPDATE mails SET body_state = 1"_s);
    prepare(opened(condstore, 1, 10, 50) + allFlags({ answerFlags(1) })
                + opened(condstore, 1, 10, 50),
            "CONDSTORE");
    folder->distrust();
    must(awaited(folder->enter()));
    must(awaited(folder->enter())); // trusted again
    QCOMPARE(fixture->problem(), QString());
}

void tst_FolderSync::theStoredRowNeedsNoReading()
{
    storeModSeq(50);
    prepare({});
    const Store::Folder row = fixture->storedRow();
    folder->remember(row);
    QCOMPARE(folder->folder(), row);
    QCOMPARE(folder->role(), "inbox");
}

QTEST_GUILESS_MAIN(tst_FolderSync)
#include "tst_foldersync.moc"
