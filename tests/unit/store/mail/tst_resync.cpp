// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/lists/mailpage.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "store/mail/settle.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestResync : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsKnownUidsWithServerFlags();
    void storesAUidOnce();
    void neverBringsBackWhatWasDeleted();
    void hidesKeepsOrDeletesWhatIsGone_data();
    void hidesKeepsOrDeletesWhatIsGone();
    void showsAgainWhatTheServerHasAfterAll();
    void knowsWhichDeletedMailsTheServerHas();
    void recognisesMailsUnderANewUidValidity();
    void recognisesMailsWithoutMessageId();
    void keepsDeletedMailDeletedUnderANewUidValidity();
    void oneTombstoneHoldsBackOneMail();
    void goesOnWithAnInterruptedRebind();
    void dropsWhatWasNotRecognised();
    void theServersCopyTakesTheSentCopysPlace();
    void aDeletedSentCopyStaysDeleted();
    void aFolderThatIsNotFollowedDeletesNothing();
    void aFolderThatIsGoneIsAnotherOneWhenItIsBack();
    void foldersExchangeTheirPaths();
    void aPathThatIsInUseIsNotTaken();
};

namespace {

NewMail renamed(quint32 uid, quint32 newUid)
{
    NewMail mail = mailWith(uid);
    mail.uid = newUid;
    return mail;
}

MailRow rowOf(StoreFixture &fixture, qint64 id)
{
    return must(mailById(fixture.session(), id));
}

NewMail sentCopy(quint32 uid)
{
    NewMail mail = renamed(uid, 0);
    mail.listing = Listing::SentCopy;
    mail.isRead = true;
    return mail;
}

QList<StoredMail> insertAll(StoreFixture &fixture, const Folder &folder,
                            const QList<NewMail> &mails)
{
    Transaction tx(fixture.session());
    const QList<StoredMail> stored = must(insertMails(fixture.session(), folder, mails));
    must(tx.commit());
    return stored;
}

} // namespace

void TestResync::listsKnownUidsWithServerFlags()
{
    StoreFixture fixture;
    NewMail seen = mailWith(5);
    seen.isRead = true;
    NewMail flagged = mailWith(2);
    flagged.isStarred = true;
    fixture.insert(fixture.inbox(), { seen, flagged, mailWith(9) });
    QCOMPARE(must(knownUids(fixture.session(), 1)),
             (QList<ServerFlags>{ { 2, ServerFlagged }, { 5, ServerSeen }, { 9, 0 } }));
}

void TestResync::storesAUidOnce()
{
    StoreFixture fixture;
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) }),
             (QList<qint64>{ 1, 2 }));
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(2), mailWith(3) }), QList<qint64>{ 3 });
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::neverBringsBackWhatWasDeleted()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(deleteMails(fixture.session(), { 1 }));
    fixture.reopen();
    QCOMPARE(must(buriedUids(fixture.session(), 1)), (QList<BuriedUid>{ { 1, true } }));
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) }), QList<qint64>());
}

void TestResync::hidesKeepsOrDeletesWhatIsGone_data()
{
    QTest::addColumn<QByteArray>("pending");
    QTest::addColumn<qint64>("listed");
    QTest::addColumn<qint64>("offServer");
    QTest::addRow("hide") << "hide"_ba << qint64(1) << qint64(1);
    QTest::addRow("keep") << "keep"_ba << qint64(2) << qint64(1);
    QTest::addRow("delete") << "delete"_ba << qint64(1) << qint64(0);
}

void TestResync::hidesKeepsOrDeletesWhatIsGone()
{
    QFETCH(QByteArray, pending);
    QFETCH(qint64, listed);
    QFETCH(qint64, offServer);
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(fixture.session().execute(
        u"UPDATE accounts SET on_expunge = '%1'"_s.arg(QLatin1StringView(pending))));
    must(markGone(fixture.session(), 1, { 1, 77 }, gonePolicy(pending)));
    MailQuery query;
    QCOMPARE(must(listMails(fixture.session(), query)).total, listed);
    for (int i = 0; i < 3; ++i) { // the pass that found it, and two whole ones
        must(countPass(fixture.session(), 1));
        must(settle(fixture.session(), 1, 100));
    }
    QCOMPARE(must(listMails(fixture.session(), query)).total, listed);
    query.onServer = false;
    QCOMPARE(must(listMails(fixture.session(), query)).total, offServer);
    QCOMPARE(must(knownUids(fixture.session(), 1)).size(), 1);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::showsAgainWhatTheServerHasAfterAll()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(markGone(fixture.session(), 1, { 1 }, GonePolicy::Hide));
    QCOMPARE(insertAll(fixture, fixture.inbox(), { mailWith(1) }),
             (QList<StoredMail>{ { 1, 1, 0, false, true } }));
    QCOMPARE(rowOf(fixture, 1).listing, Listing::OnServer);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::knowsWhichDeletedMailsTheServerHas()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(deleteMails(fixture.session(), { 1 }));
    QCOMPARE(must(heldCount(fixture.session(), fixture.inbox())), 1);
    must(markGone(fixture.session(), 1, { 1 }, GonePolicy::Hide));
    QCOMPARE(must(buriedUids(fixture.session(), 1)), (QList<BuriedUid>{ { 1, false } }));
    QCOMPARE(must(heldCount(fixture.session(), fixture.inbox())), 0);
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(1) }), QList<qint64>());
    must(noteBuried(fixture.session(), 1, { { 1, true } })); // the server has the mail again
    QCOMPARE(must(heldCount(fixture.session(), fixture.inbox())), 1);
}

void TestResync::recognisesMailsUnderANewUidValidity()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(setFlags(fixture.session(), { 1 }, { true, true }));
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 103));
    QCOMPARE(folder.uidValidity, 8U);
    QCOMPARE(folder.uidNextAtFirstImport, 103U);
    QCOMPARE(must(knownUids(fixture.session(), 1)), QList<ServerFlags>());
    const auto stored =
        insertAll(fixture, folder, { mailWith(103), renamed(2, 102), renamed(1, 101) });
    QCOMPARE(
        stored,
        (QList<StoredMail>{ { 3, 103, 0, true }, { 2, 102, 1, false }, { 1, 101, 2, false } }));
    QCOMPARE(rowOf(fixture, 1).uid, 101U);
    QVERIFY(rowOf(fixture, 1).isRead && rowOf(fixture, 1).isStarred);
    QCOMPARE(must(finishRebind(fixture.session(), 1, GonePolicy::Hide, 100)), Gone());
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::recognisesMailsWithoutMessageId()
{
    StoreFixture fixture;
    NewMail first = mailWith(1);
    NewMail second = mailWith(2);
    first.messageId = second.messageId = QString();
    second.createdAt = first.createdAt;
    second.size = first.size;
    fixture.insert(fixture.inbox(), { first, second });
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 3));
    std::swap(first.uid, second.uid);
    const auto stored = insertAll(fixture, folder, { second, first });
    QCOMPARE(stored, (QList<StoredMail>{ { 2, 1, 0, false }, { 1, 2, 1, false } }));
}

void TestResync::keepsDeletedMailDeletedUnderANewUidValidity()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(deleteMails(fixture.session(), { 2 }));
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 3));
    const auto stored = insertAll(fixture, folder, { renamed(2, 1), renamed(1, 2) });
    QCOMPARE(stored, (QList<StoredMail>{ { 1, 2, 1, false } }));
    QCOMPARE(must(buriedUids(fixture.session(), 1)), (QList<BuriedUid>{ { 1, true } }));
    QCOMPARE(insertAll(fixture, folder, { renamed(2, 1) }), QList<StoredMail>());
}

void TestResync::oneTombstoneHoldsBackOneMail()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), renamed(1, 2) }); // twice the same mail
    must(deleteMails(fixture.session(), { 1 }));
    // The same mail sent again, with the same UIDVALIDITY, is a new mail.
    QCOMPARE(fixture.insert(fixture.inbox(), { renamed(1, 3) }), QList<qint64>{ 3 });
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 4));
    const auto stored =
        insertAll(fixture, folder, { renamed(1, 11), renamed(1, 12), renamed(1, 13) });
    QCOMPARE(stored, (QList<StoredMail>{ { 2, 11, 0, false }, { 3, 12, 1, false } }));
}

void TestResync::goesOnWithAnInterruptedRebind()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(beginRebind(fixture.session(), fixture.inbox(), 8, 3));
    insertAll(fixture, fixture.inbox(), { renamed(2, 12) });
    fixture.reopen();
    const auto stored = insertAll(fixture, fixture.inbox(), { renamed(2, 12), renamed(1, 11) });
    QCOMPARE(stored, (QList<StoredMail>{ { 1, 11, 1, false } }));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), 2);
}

void TestResync::dropsWhatWasNotRecognised()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2), mailWith(3) });
    const Folder folder = must(beginRebind(fixture.session(), fixture.inbox(), 8, 3));
    insertAll(fixture, folder, { renamed(2, 12) });
    const Gone gone = must(finishRebind(fixture.session(), 1, GonePolicy::Hide, 100));
    QCOMPARE(gone, (Gone{ { 1, 3 }, {} }));
    QCOMPARE(must(listMails(fixture.session(), {})).total, 1);
    QCOMPARE(must(finishRebind(fixture.session(), 1, GonePolicy::Hide, 100)), Gone());
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::theServersCopyTakesTheSentCopysPlace()
{
    StoreFixture fixture;
    const Folder sent = fixture.addFolder(1, u"Sent"_s, "sent");
    fixture.insert(fixture.addFolder(1, u"$sent"_s, "sent"), { sentCopy(4) });
    const auto stored = insertAll(fixture, sent, { renamed(4, 40), renamed(5, 41) });
    QCOMPARE(stored, (QList<StoredMail>{ { 1, 40, 0, false }, { 2, 41, 1, true } }));
    QCOMPARE(rowOf(fixture, 1).folder, "Sent");
    QCOMPARE(rowOf(fixture, 1).listing, Listing::OnServer);
    QVERIFY(rowOf(fixture, 1).isRead);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::aDeletedSentCopyStaysDeleted()
{
    StoreFixture fixture;
    const Folder sent = fixture.addFolder(1, u"Sent"_s, "sent");
    fixture.insert(fixture.addFolder(1, u"$sent"_s, "sent"), { sentCopy(4) });
    must(deleteMails(fixture.session(), { 1 }));
    QCOMPARE(fixture.insert(sent, { renamed(4, 40) }), QList<qint64>());
}

void TestResync::aFolderThatIsNotFollowedDeletesNothing()
{
    StoreFixture fixture;
    const QList<qint64> ids =
        fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2), mailWith(3) });
    Transaction tx(fixture.session());
    quint32 after = 0;
    QCOMPARE(must(leaveServer(fixture.session(), 1, GonePolicy::Delete, &after, 2)).changed,
             ids.first(2));
    QCOMPARE(after, 2U);
    QCOMPARE(must(leaveServer(fixture.session(), 1, GonePolicy::Delete, &after, 2)).changed,
             ids.last(1));
    QCOMPARE(after, 0U);
    must(forgetCursor(fixture.session(), 1));
    QVERIFY(must(knownUids(fixture.session(), 1)).isEmpty());
    QCOMPARE(must(uidsAway(fixture.session(), 1)), (QList<quint32>{ 1, 2, 3 }));
    // The folder is followed again; the server still has two of the mails.
    QCOMPARE(must(markBack(fixture.session(), 1, { 1, 3, 99 })), (QList<qint64>{ ids[0], ids[2] }));
    QVERIFY(must(markBack(fixture.session(), 1, { 1 })).isEmpty());
    must(tx.commit());
    QCOMPARE(rowOf(fixture, ids[0]).listing, Listing::OnServer);
    QCOMPARE(rowOf(fixture, ids[1]).listing, Listing::Hidden);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::aFolderThatIsGoneIsAnotherOneWhenItIsBack()
{
    StoreFixture fixture;
    const QList<qint64> ids = fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    Transaction tx(fixture.session());
    must(markGone(fixture.session(), 1, { 1, 2 }, GonePolicy::Hide));
    must(forgetPlaces(fixture.session(), 1));
    must(tx.commit());
    const Folder folder = must(folderById(fixture.session(), 1));
    QCOMPARE(folder.uidValidity, 0U);
    QVERIFY(!folder.firstImportDone);
    // The uid 1 is another mail now, and the first mail is back with another uid.
    const QList<StoredMail> stored = insertAll(fixture, folder, { renamed(7, 1), renamed(1, 5) });
    QCOMPARE(stored.size(), 2);
    QVERIFY(stored[0].isNew);
    QCOMPARE(stored[1], (StoredMail{ ids[0], 5, 1, false }));
    QCOMPARE(rowOf(fixture, ids[1]).listing, Listing::Hidden);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestResync::foldersExchangeTheirPaths()
{
    StoreFixture fixture;
    const Folder a = fixture.addFolder(1, u"A"_s);
    const Folder b = fixture.addFolder(1, u"B"_s);
    fixture.insert(a, { mailWith(1) });
    fixture.insert(b, { mailWith(1) });
    Transaction tx(fixture.session());
    QVERIFY(must(
        moveFolders(fixture.session(), 1, { { a.id, u"B"_s, "sent" }, { b.id, u"A"_s, {} } })));
    must(tx.commit());
    QCOMPARE(must(folderByPath(fixture.session(), 1, u"B"_s)).id, a.id);
    QCOMPARE(must(folderByPath(fixture.session(), 1, u"B"_s)).role, QByteArray("sent"));
    QCOMPARE(must(folderByPath(fixture.session(), 1, u"A"_s)).id, b.id);
}

void TestResync::aPathThatIsInUseIsNotTaken()
{
    StoreFixture fixture;
    const Folder a = fixture.addFolder(1, u"A"_s);
    const Folder b = fixture.addFolder(1, u"B"_s);
    const Folder empty = fixture.addFolder(1, u"Empty"_s);
    fixture.insert(b, { mailWith(1) });
    Transaction tx(fixture.session());
    QVERIFY(!must(moveFolders(fixture.session(), 1, { { a.id, u"B"_s, {} } })));
    QCOMPARE(must(folderById(fixture.session(), a.id)).path, u"A"_s);
    QVERIFY(must(moveFolders(fixture.session(), 1, { { a.id, u"Empty"_s, {} } })));
    QVERIFY(!folderById(fixture.session(), empty.id));
    must(tx.commit());
}

QTEST_GUILESS_MAIN(TestResync)
#include "tst_resync.moc"
