// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/mail/localfolder.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

/** Mails imported from files, and the same mails at the server. */
class TestImportedMails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsWhichFoldersAreLocal();
    void sameMailAtTheServerIsANewOne();
    void staysWhereTheServersMailVanishes();
    void deletedOneKeepsNoMailAway();
    void deletionLeavesTheServersMail();
    void flagsAreNotQueuedForTheServer();
};

namespace {

/** INBOX and a folder of imported mails, which has the mail of uid 5 of the server. */
struct Mailboxes {
    Mailboxes()
    {
        inbox = fixture.inbox();
        inbox.uidValidity = 7;
        inbox.firstImportDone = true;
        must(updateFolder(fixture.session(), inbox));
        folder = fixture.addFolder(1, u"$imported/Old"_s);
        NewMail mail = mailWith(5);
        mail.uid = 0;
        mail.listing = Listing::Kept;
        id = fixture.insert(folder, { mail }).first();
    }

    StoredMail arrive()
    {
        Transaction tx(fixture.session());
        const QList<StoredMail> stored =
            must(insertMails(fixture.session(), inbox, { mailWith(5) }));
        must(tx.commit());
        return stored.value(0);
    }

    void remove(qint64 mailId)
    {
        Transaction tx(fixture.session());
        must(deleteMails(fixture.session(), { mailId }));
        must(tx.commit());
    }

    MailRow row(qint64 mailId) { return must(mailById(fixture.session(), mailId)); }

    StoreFixture fixture;
    Folder inbox;
    Folder folder;
    qint64 id = 0;
};

} // namespace

void TestImportedMails::knowsWhichFoldersAreLocal()
{
    QVERIFY(isLocalFolder(u"$sent") && isLocalFolder(u"$imported/a"));
    QVERIFY(!isLocalFolder(u"INBOX") && !isLocalFolder(u"$imported") && !isLocalFolder(u"$Sent"));
    QVERIFY(isImportedFolder(u"$imported/a") && !isImportedFolder(u"$sent"));
}

void TestImportedMails::sameMailAtTheServerIsANewOne()
{
    Mailboxes boxes;
    const StoredMail arrived = boxes.arrive();
    QVERIFY(arrived.isNew && !arrived.isMoved && !arrived.isCopy);
    QVERIFY(arrived.id != boxes.id);
    QCOMPARE(boxes.row(boxes.id).listing, Listing::Kept);
    QCOMPARE(boxes.row(boxes.id).folderId, boxes.folder.id);
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestImportedMails::staysWhereTheServersMailVanishes()
{
    Mailboxes boxes;
    const StoredMail arrived = boxes.arrive();
    Transaction tx(boxes.fixture.session());
    must(markGone(boxes.fixture.session(), boxes.inbox.id, { 5 }, GonePolicy::Hide));
    must(tx.commit());
    QCOMPARE(boxes.row(arrived.id).listing, Listing::Hidden);
    QCOMPARE(boxes.row(boxes.id).listing, Listing::Kept);
}

void TestImportedMails::deletedOneKeepsNoMailAway()
{
    Mailboxes boxes;
    boxes.remove(boxes.id);
    QCOMPARE(boxes.fixture.number(u"SELECT count(*) FROM tombstones"_s), 0);
    QVERIFY(boxes.arrive().isNew);
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestImportedMails::deletionLeavesTheServersMail()
{
    Mailboxes boxes;
    const StoredMail arrived = boxes.arrive();
    boxes.remove(boxes.id);
    QCOMPARE(boxes.row(arrived.id).listing, Listing::OnServer);
}

void TestImportedMails::flagsAreNotQueuedForTheServer()
{
    Mailboxes boxes;
    Session &session = boxes.fixture.session();
    must(session.execute(u"UPDATE accounts SET flag_sync = 'both'"_s));
    Transaction tx(session);
    must(setFlags(session, { boxes.id }, { .isRead = {}, .isStarred = true }, {}));
    must(tx.commit());
    QVERIFY(boxes.row(boxes.id).isStarred);
    QCOMPARE(boxes.fixture.number(u"SELECT count(*) FROM pending_flag_changes"_s), 0);
}

QTEST_GUILESS_MAIN(TestImportedMails)
#include "tst_importedmails.moc"
