// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/mail/alikemails.h"
#include "store/mail/bodies.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailinsert.h"
#include "store/mail/pendingflagchanges.h"
#include "store/mail/resync.h"
#include "store/mail/settle.h"
#include "storefixture.h"

#include <QTest>

#include <algorithm>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace Store;

/** Mails that another client moves, copies and deletes at the server, in every order of discovery. */
class TestMoves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsIdAndFlags_data();
    void keepsIdAndFlags();
    void isFoundOverARestartAndManyPasses();
    void isNoNewMailWhileItsCopyStays();
    void takesTheFlagsOfTheNewPlace();
    void keepsWhatWasChangedOnItsWay();
    void dropsFlagsOfAnOldCopy();
    void keepsWhatWasChangedBeforeAnOldCopyCameBack();
    void takesBackAStarThatTheCopyCameWith();
    void takesTheFlagsOfTheLastOfTwoCopies();
    void takesTheFlagsOfTheLastCopyIfTheFirstVanishes();
    void keepsAStarOfTheFirstOfTwoCopies();
    void storesFlagsInTheNewFolder_data();
    void storesFlagsInTheNewFolder();
    void usesAFolderFoundLongAfterTheFlagWasStored();
    void dropsPendingChangesOfAnOldCopy();
    void keepsWhatAPersonChangedAtAnOldCopy();
    void knowsWhatWasSentToAnOldCopy();
    void distinguishesMailsOfOneMessageId_data();
    void distinguishesMailsOfOneMessageId();
    void recognisesMailsWithoutMessageId();
    void matchesCopiesByEmailId();
    void isDeletedAfterTwoPassesElsewhere();
    void staysDeleted_data();
    void staysDeleted();
    void copyOfADeletedMailStaysAway();
    void hiddenCopyGoesWithTheLastOneShown();
    void deletedOnItsWayStaysDeleted();
    void copyThatStaysOutlivesTheDeletionOfTheOther();
    void isTheSameInOneBatchAsInTwo();
    void costIsLinear();
};

namespace {

/** Account 1 with INBOX and Archive, both imported. */
struct Mailboxes {
    explicit Mailboxes(const char *flagSync = "pull", const char *onExpunge = "hide")
    {
        must(fixture.session().execute(
            u"UPDATE accounts SET flag_sync = '%1', on_expunge = '%2'"_s.arg(
                QLatin1StringView(flagSync), QLatin1StringView(onExpunge))));
        policy = gonePolicy(onExpunge);
        inbox = ready(fixture.inbox());
        archive = ready(fixture.addFolder(1, u"Archive"_s));
    }

    Folder ready(Folder folder)
    {
        folder.uidValidity = 7;
        folder.firstImportDone = true;
        must(updateFolder(fixture.session(), folder));
        return folder;
    }

    QList<StoredMail> arrive(const Folder &folder, const QList<NewMail> &mails)
    {
        Transaction tx(fixture.session());
        const QList<StoredMail> stored = must(insertMails(fixture.session(), folder, mails));
        must(tx.commit());
        return stored;
    }

    Gone vanish(const Folder &folder, const QList<quint32> &uids)
    {
        Transaction tx(fixture.session());
        const Gone gone = must(markGone(fixture.session(), folder.id, uids, policy));
        must(tx.commit());
        return gone;
    }

    void setAtServer(const Folder &folder, quint32 uid, quint8 flags)
    {
        Transaction tx(fixture.session());
        must(applyServerFlags(fixture.session(), folder, { { uid, flags } }, true));
        must(tx.commit());
    }

    /// Sends the pending flag changes of the folder; the server accepts them.
    void tell(const Folder &folder)
    {
        Session &session = fixture.session();
        const QList<PendingFlagChange> changes = must(pendingFlagChanges(session, folder, 100));
        for (const PendingFlagChange &pending : changes) {
            const PendingFlagChange after =
                afterStore(beforeSending(pending), pending.mask, pending.wanted);
            must(noteServerFlags(session, pending.mailId, after.noted));
            must(savePendingFlagChange(session, 1, after));
        }
    }

    void remove(const QList<qint64> &ids)
    {
        Transaction tx(fixture.session());
        must(deleteMails(fixture.session(), ids));
        must(tx.commit());
    }

    QList<qint64> pass()
    {
        Transaction tx(fixture.session());
        if (must(hasUnsettled(fixture.session(), 1)))
            must(countPass(fixture.session(), 1));
        const QList<qint64> deleted = must(settle(fixture.session(), 1, 1000)).deleted;
        must(tx.commit());
        return deleted;
    }

    MailRow row(qint64 id) { return must(mailById(fixture.session(), id)); }
    qint64 rows() { return fixture.number(u"SELECT count(*) FROM mails WHERE listing > 0"_s); }

    StoreFixture fixture;
    GonePolicy policy = GonePolicy::Hide;
    Folder inbox;
    Folder archive;
};

NewMail at(NewMail mail, quint32 uid)
{
    mail.uid = uid;
    return mail;
}

NewMail seen(NewMail mail)
{
    mail.isRead = true;
    return mail;
}

NewMail nameless(quint32 uid)
{
    NewMail mail = mailWith(uid);
    mail.messageId.clear();
    return mail;
}

StoredMail asNew(qint64 id, quint32 uid)
{
    return { id, uid, 0, true, false, false };
}

StoredMail asMoved(qint64 id, quint32 uid)
{
    return { id, uid, 0, false, true, false };
}

StoredMail asCopy(qint64 id, quint32 uid)
{
    return { id, uid, 0, false, false, true };
}

} // namespace

void TestMoves::keepsIdAndFlags_data()
{
    QTest::addColumn<bool>("copyIsSeenFirst");
    QTest::addColumn<QByteArray>("onExpunge");
    for (const char *policy : { "hide", "keep", "delete" }) {
        QTest::addRow("the copy first, %s", policy) << true << QByteArray(policy);
        QTest::addRow("the end first, %s", policy) << false << QByteArray(policy);
    }
}

void TestMoves::keepsIdAndFlags()
{
    QFETCH(bool, copyIsSeenFirst);
    QFETCH(QByteArray, onExpunge);
    Mailboxes boxes("pull", onExpunge);
    boxes.arrive(boxes.inbox, { mailWith(1), mailWith(2) });
    must(setFlags(boxes.fixture.session(), { 1 }, { true, true }));
    if (copyIsSeenFirst) {
        QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList{ asCopy(3, 40) });
        QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ {}, { 3 }, { 1 } }));
    } else {
        QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ { 1 }, {}, {} }));
        QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList{ asMoved(1, 40) });
    }
    const MailRow row = boxes.row(1);
    QCOMPARE(row.folder, "Archive");
    QCOMPARE(row.uid, 40u);
    QCOMPARE(row.listing, Listing::OnServer);
    QVERIFY(row.isRead && row.isStarred);
    QCOMPARE(boxes.rows(), 2);
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
    for (int i = 0; i < 4; ++i)
        QCOMPARE(boxes.pass(), QList<qint64>());
    QCOMPARE(boxes.row(1).uid, 40u);
}

void TestMoves::isFoundOverARestartAndManyPasses()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.vanish(boxes.inbox, { 1 });
    for (int i = 0; i < 5; ++i)
        boxes.pass();
    boxes.fixture.reopen();
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList{ asMoved(1, 40) });
    boxes.arrive(boxes.inbox, { mailWith(2) });
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(2), 41) }), QList{ asCopy(3, 41) });
    for (int i = 0; i < 5; ++i)
        boxes.pass();
    boxes.fixture.reopen();
    QCOMPARE(boxes.vanish(boxes.inbox, { 2 }), (Gone{ {}, { 3 }, { 2 } }));
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestMoves::isNoNewMailWhileItsCopyStays()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList{ asCopy(2, 40) });
    QCOMPARE(boxes.vanish(boxes.archive, { 40 }), (Gone{ { 2 }, {}, {} }));
    QCOMPARE(boxes.row(1).folder, "INBOX");
    QCOMPARE(boxes.arrive(boxes.inbox, { mailWith(1) }), QList<StoredMail>());
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

// Another client marks the mail as read, then archives it.
void TestMoves::takesTheFlagsOfTheNewPlace()
{
    for (const bool copyIsSeenFirst : { true, false }) {
        for (const char *flagSync : { "off", "pull" }) {
            Mailboxes boxes(flagSync);
            boxes.arrive(boxes.inbox, { mailWith(1) });
            must(setFlags(boxes.fixture.session(), { 1 }, { {}, true }));
            if (copyIsSeenFirst)
                boxes.arrive(boxes.archive, { seen(at(mailWith(1), 40)) });
            boxes.vanish(boxes.inbox, { 1 });
            if (!copyIsSeenFirst)
                boxes.arrive(boxes.archive, { seen(at(mailWith(1), 40)) });
            QCOMPARE(boxes.row(1).isRead, flagSync == "pull"_ba);
            QVERIFY(boxes.row(1).isStarred);
            QCOMPARE(boxes.fixture.wrongCounters(), 0);
        }
    }
}

void TestMoves::keepsWhatWasChangedOnItsWay()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    must(setFlags(boxes.fixture.session(), { 1 }, { true, {} })); // at the old place
    must(setFlags(boxes.fixture.session(), { 2 }, { {}, true })); // and at the new one
    QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ {}, { 2 }, { 1 } }));
    QVERIFY(boxes.row(1).isRead && boxes.row(1).isStarred);
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

// The row of a copy that vanished long ago takes the new place first, because the mail there may be that
// copy.
void TestMoves::dropsFlagsOfAnOldCopy()
{
    Mailboxes boxes("both");
    boxes.arrive(boxes.archive, { mailWith(1) });
    boxes.arrive(boxes.inbox, { at(mailWith(1), 20) });
    boxes.vanish(boxes.inbox, { 20 });
    boxes.setAtServer(boxes.archive, 1, ServerFlagged);
    QVERIFY(boxes.row(1).isStarred);
    QCOMPARE(boxes.arrive(boxes.inbox, { at(mailWith(1), 30) }), QList{ asMoved(2, 30) });
    QCOMPARE(boxes.vanish(boxes.archive, { 1 }), (Gone{ {}, { 2 }, { 1 } }));
    QVERIFY(!boxes.row(1).isStarred); // as the server has it at the new place
    QCOMPARE(must(foldersWithChanges(boxes.fixture.session(), 1)), QList<qint64>());
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestMoves::keepsWhatWasChangedBeforeAnOldCopyCameBack()
{
    Mailboxes boxes("both");
    boxes.arrive(boxes.archive, { mailWith(1) });
    boxes.arrive(boxes.inbox, { at(mailWith(1), 20) });
    boxes.vanish(boxes.inbox, { 20 });
    must(setFlags(boxes.fixture.session(), { 1 }, { {}, true })); // the server does not have it yet
    boxes.arrive(boxes.inbox, { at(mailWith(1), 30) });
    boxes.vanish(boxes.archive, { 1 });
    QVERIFY(boxes.row(1).isStarred);
    QCOMPARE(boxes.row(1).folder, "INBOX");
    QCOMPARE(must(foldersWithChanges(boxes.fixture.session(), 1)), QList{ boxes.inbox.id });
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

// Another client stars and copies the mail. The service finds the copy first, then the star at the old place.
void TestMoves::takesBackAStarThatTheCopyCameWith()
{
    for (const char *flagSync : { "pull", "both" }) {
        Mailboxes boxes(flagSync);
        boxes.arrive(boxes.inbox, { mailWith(1) });
        NewMail starred = at(mailWith(1), 40);
        starred.isStarred = true;
        boxes.arrive(boxes.archive, { starred });
        boxes.setAtServer(boxes.inbox, 1, ServerFlagged);
        QVERIFY(boxes.row(1).isStarred);
        must(setFlags(boxes.fixture.session(), { 1 }, { {}, false }));
        QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ {}, { 2 }, { 1 } }));
        QVERIFY(!boxes.row(1).isStarred);
        const bool isTold = flagSync == "both"_ba;
        QCOMPARE(must(foldersWithChanges(boxes.fixture.session(), 1)),
                 isTold ? QList{ boxes.archive.id } : QList<qint64>());
        QCOMPARE(boxes.fixture.wrongCounters(), 0);
    }
}

// Another client reads the mail and moves it twice, then marks it as unread at its last place. The service
// finds both copies before it finds that the mail vanished.
void TestMoves::takesTheFlagsOfTheLastOfTwoCopies()
{
    for (const char *flagSync : { "pull", "both" }) {
        Mailboxes boxes(flagSync);
        const Folder lists = boxes.ready(boxes.fixture.addFolder(1, u"Lists"_s));
        boxes.arrive(boxes.inbox, { mailWith(1) });
        QCOMPARE(boxes.arrive(lists, { seen(at(mailWith(1), 30)) }), QList{ asCopy(2, 30) });
        QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList{ asCopy(3, 40) });
        QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ {}, { 2 }, { 1 } }));
        QVERIFY(boxes.row(1).isRead);
        QCOMPARE(boxes.vanish(lists, { 30 }), (Gone{ {}, { 3 }, { 1 } }));
        QCOMPARE(boxes.row(1).folder, "Archive");
        QVERIFY(!boxes.row(1).isRead);
        QVERIFY(must(foldersWithChanges(boxes.fixture.session(), 1)).isEmpty());
        QCOMPARE(boxes.fixture.wrongCounters(), 0);
    }
}

// The same, but the service finds that the first copy vanished before it finds that the mail did.
void TestMoves::takesTheFlagsOfTheLastCopyIfTheFirstVanishes()
{
    for (const char *flagSync : { "pull", "both" }) {
        Mailboxes boxes(flagSync);
        const Folder lists = boxes.ready(boxes.fixture.addFolder(1, u"Lists"_s));
        boxes.arrive(boxes.inbox, { mailWith(1) });
        boxes.arrive(lists, { seen(at(mailWith(1), 30)) });
        boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
        QCOMPARE(boxes.vanish(lists, { 30 }), (Gone{ {}, { 3 }, { 2 } }));
        QVERIFY(!boxes.row(2).isRead);
        QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ {}, { 2 }, { 1 } }));
        QCOMPARE(boxes.row(1).folder, "Archive");
        QVERIFY(!boxes.row(1).isRead);
        QVERIFY(must(foldersWithChanges(boxes.fixture.session(), 1)).isEmpty());
        QCOMPARE(boxes.fixture.wrongCounters(), 0);
    }
}

// The same, and a user stars the mail or its first copy: the last copy gets the star.
void TestMoves::keepsAStarOfTheFirstOfTwoCopies()
{
    for (const qint64 starred : { 1, 2 }) {
        for (const bool mailVanishesFirst : { true, false }) {
            Mailboxes boxes("both");
            const Folder lists = boxes.ready(boxes.fixture.addFolder(1, u"Lists"_s));
            boxes.arrive(boxes.inbox, { mailWith(1) });
            boxes.arrive(lists, { seen(at(mailWith(1), 30)) });
            boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
            must(setFlags(boxes.fixture.session(), { starred }, { {}, true }));
            if (mailVanishesFirst)
                boxes.vanish(boxes.inbox, { 1 });
            boxes.vanish(lists, { 30 });
            if (!mailVanishesFirst)
                boxes.vanish(boxes.inbox, { 1 });
            QVERIFY(boxes.row(1).isStarred);
            QVERIFY(!boxes.row(1).isRead);
            QCOMPARE(must(pendingFlagChanges(boxes.fixture.session(), boxes.archive, 9)),
                     (QList{ PendingFlagChange{ 1, 40, 0, ServerFlagged, ServerFlagged, 0, 0 } }));
            QCOMPARE(boxes.fixture.wrongCounters(), 0);
        }
    }
}

void TestMoves::storesFlagsInTheNewFolder_data()
{
    QTest::addColumn<QByteArray>("order");
    QTest::addRow("changed, copied, gone") << "fcg"_ba;
    QTest::addRow("copied, changed, gone") << "cfg"_ba;
    QTest::addRow("changed, gone, found") << "fgc"_ba;
    QTest::addRow("gone, changed, found") << "gfc"_ba;
    QTest::addRow("copied there, changed, told, found as a copy, gone") << "ftcg"_ba;
    QTest::addRow("copied there, changed, told, a pass, found, gone") << "ftpcg"_ba;
    QTest::addRow("copied there, found, changed, told at the old place, gone") << "cftg"_ba;
    QTest::addRow("moved while it was told, gone, found") << "ftgc"_ba;
}

void TestMoves::storesFlagsInTheNewFolder()
{
    QFETCH(QByteArray, order);
    Mailboxes boxes("both");
    boxes.arrive(boxes.inbox, { mailWith(1) });
    for (const char step : order) {
        if (step == 'f')
            must(setFlags(boxes.fixture.session(), { 1 }, { true, {} }));
        else if (step == 'c')
            boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
        else if (step == 't')
            boxes.tell(boxes.inbox);
        else if (step == 'p')
            boxes.pass();
        else
            boxes.vanish(boxes.inbox, { 1 });
    }
    QVERIFY(boxes.row(1).isRead);
    QCOMPARE(must(pendingFlagChanges(boxes.fixture.session(), boxes.archive, 9)),
             (QList{ PendingFlagChange{ 1, 40, 0, ServerSeen, ServerSeen, 0, 0 } }));
    QCOMPARE(must(foldersWithChanges(boxes.fixture.session(), 1)), QList{ boxes.archive.id });
}

void TestMoves::usesAFolderFoundLongAfterTheFlagWasStored()
{
    Mailboxes boxes("both");
    boxes.arrive(boxes.inbox, { mailWith(1) });
    must(setFlags(boxes.fixture.session(), { 1 }, { true, {} }));
    boxes.tell(boxes.inbox);
    QVERIFY(must(hasUnsettled(boxes.fixture.session(), 1)));
    boxes.pass();
    boxes.pass();
    QVERIFY(!must(hasUnsettled(boxes.fixture.session(), 1)));
    QVERIFY(!must(hasPendingFlagChanges(boxes.fixture.session(), 1)));
    boxes.vanish(boxes.inbox, { 1 });
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    QVERIFY2(!boxes.row(1).isRead, "somebody made it unread there");
    QVERIFY(must(foldersWithChanges(boxes.fixture.session(), 1)).isEmpty());
}

// The row of the copy took over the pending change of the mail, which the user has undone since.
void TestMoves::dropsPendingChangesOfAnOldCopy()
{
    Mailboxes boxes("both");
    boxes.arrive(boxes.inbox, { mailWith(1) });
    must(setFlags(boxes.fixture.session(), { 1 }, { true, {} }));
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    boxes.vanish(boxes.archive, { 40 });
    must(setFlags(boxes.fixture.session(), { 1 }, { false, {} }));
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 50) }), QList{ asMoved(2, 50) });
    QVERIFY(!boxes.row(2).isRead);
    boxes.vanish(boxes.inbox, { 1 });
    QVERIFY(!boxes.row(1).isRead);
    QVERIFY(must(foldersWithChanges(boxes.fixture.session(), 1)).isEmpty());
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestMoves::keepsWhatAPersonChangedAtAnOldCopy()
{
    Mailboxes boxes("both");
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    must(setFlags(boxes.fixture.session(), { 2 }, { {}, true }));
    boxes.vanish(boxes.archive, { 40 });
    boxes.arrive(boxes.archive, { at(mailWith(1), 50) });
    QVERIFY(boxes.row(2).isStarred);
    boxes.vanish(boxes.inbox, { 1 });
    QVERIFY(boxes.row(1).isStarred);
    QCOMPARE(must(foldersWithChanges(boxes.fixture.session(), 1)), QList{ boxes.archive.id });
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

// A star was sent for the copy. The server stored it, but its answer was lost, and the user has removed
// the star of the mail since.
void TestMoves::knowsWhatWasSentToAnOldCopy()
{
    Mailboxes boxes("both");
    Session &session = boxes.fixture.session();
    boxes.arrive(boxes.inbox, { mailWith(1) });
    must(setFlags(session, { 1 }, { {}, true }));
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    const PendingFlagChange ofCopy = must(pendingFlagChanges(session, boxes.archive, 9)).first();
    must(savePendingFlagChange(session, 1, beforeSending(ofCopy)));
    must(setFlags(session, { 1 }, { {}, false }));
    boxes.vanish(boxes.archive, { 40 });
    boxes.vanish(boxes.inbox, { 1 });
    NewMail starred = at(mailWith(1), 50);
    starred.isStarred = true;
    boxes.arrive(boxes.archive, { starred });
    QVERIFY(!boxes.row(1).isStarred);
    QCOMPARE(must(pendingFlagChanges(session, boxes.archive, 9)),
             (QList{ PendingFlagChange{ 1, 50, ServerFlagged, ServerFlagged, 0, 0, 0 } }));
    boxes.pass();
    boxes.pass();
    QVERIFY(!must(hasUnsettled(session, 1)));
}

void TestMoves::distinguishesMailsOfOneMessageId_data()
{
    QTest::addColumn<qint64>("moreBytes");
    QTest::addColumn<qint64>("laterSent");
    QTest::addRow("another size") << qint64(300) << qint64(0);
    QTest::addRow("another date") << qint64(0) << qint64(60);
}

void TestMoves::distinguishesMailsOfOneMessageId()
{
    QFETCH(qint64, moreBytes);
    QFETCH(qint64, laterSent);
    Mailboxes boxes;
    NewMail fromList = at(mailWith(1), 40);
    fromList.size += moreBytes;
    *fromList.sentAt += laterSent;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    QCOMPARE(boxes.arrive(boxes.archive, { fromList }), QList{ asNew(2, 40) });
    QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ { 1 }, {}, {} }));
    QCOMPARE(boxes.arrive(boxes.archive, { at(fromList, 41) }), QList{ asCopy(3, 41) });
}

void TestMoves::recognisesMailsWithoutMessageId()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { nameless(1), nameless(2) });
    boxes.vanish(boxes.inbox, { 1 });
    QCOMPARE(boxes.arrive(boxes.archive, { at(nameless(1), 40) }), QList{ asMoved(1, 40) });

    NewMail later = nameless(2); // the same mail a second time, as programs send them
    QCOMPARE(boxes.arrive(boxes.inbox, { at(later, 3) }), QList{ asNew(3, 3) });
    QCOMPARE(boxes.arrive(boxes.archive, { at(later, 41) }), QList{ asNew(4, 41) });
    QCOMPARE(boxes.vanish(boxes.inbox, { 2 }), (Gone{ { 2 }, {}, {} }));
    later.createdAt += 1;
    QCOMPARE(boxes.arrive(boxes.archive, { at(later, 42) }), QList{ asNew(5, 42) });
}

void TestMoves::matchesCopiesByEmailId()
{
    Mailboxes boxes;
    NewMail first = nameless(1);
    first.emailId = u"M1"_s;
    NewMail second = nameless(1);
    second.emailId = u"M2"_s;
    boxes.arrive(boxes.inbox, { first, at(second, 2) });
    QCOMPARE(boxes.rows(), 2);
    QCOMPARE(boxes.arrive(boxes.archive, { at(second, 40) }), QList{ asCopy(3, 40) });
    QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ { 1 }, {}, {} }));
    QCOMPARE(boxes.vanish(boxes.inbox, { 2 }), (Gone{ {}, { 3 }, { 2 } }));

    NewMail named = mailWith(5);
    named.emailId = u"M5"_s;
    NewMail other = at(mailWith(5), 41);
    other.emailId = u"M6"_s;
    boxes.arrive(boxes.inbox, { named });
    QCOMPARE(boxes.arrive(boxes.archive, { other }), QList{ asNew(5, 41) });
}

void TestMoves::isDeletedAfterTwoPassesElsewhere()
{
    Mailboxes boxes("pull", "delete");
    boxes.arrive(boxes.inbox, { mailWith(1), mailWith(2) });
    QCOMPARE(boxes.vanish(boxes.inbox, { 1, 2 }), (Gone{ { 1, 2 }, {}, {} }));
    QCOMPARE(boxes.rows(), 0);
    QCOMPARE(boxes.pass(), QList<qint64>()); // the pass that was under way
    QCOMPARE(boxes.pass(), QList<qint64>());
    boxes.fixture.reopen();
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(2), 40) }), QList{ asMoved(2, 40) });
    QCOMPARE(boxes.pass(), QList<qint64>{ 1 });
    for (int i = 0; i < 3; ++i)
        QCOMPARE(boxes.pass(), QList<qint64>());
    QCOMPARE(boxes.row(2).folder, "Archive");
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 41) }), QList{ asNew(3, 41) });
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestMoves::staysDeleted_data()
{
    QTest::addColumn<QByteArray>("order");
    QTest::addRow("deleted, gone, found") << "dgc"_ba;
    QTest::addRow("deleted, found, gone") << "dcg"_ba;
    QTest::addRow("gone, deleted, found") << "gdc"_ba;
}

void TestMoves::staysDeleted()
{
    QFETCH(QByteArray, order);
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1), mailWith(2) });
    for (const char step : order) {
        if (step == 'd')
            boxes.remove({ 1 });
        else if (step == 'c')
            QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList<StoredMail>());
        else
            boxes.vanish(boxes.inbox, { 1 });
    }
    QCOMPARE(boxes.rows(), 1);
    boxes.fixture.reopen();
    // Moved back, with another uid.
    boxes.vanish(boxes.archive, { 40 });
    QCOMPARE(boxes.arrive(boxes.inbox, { at(mailWith(1), 9) }), QList<StoredMail>());
    QCOMPARE(must(buriedUids(boxes.fixture.session(), boxes.inbox.id)).last(),
             (BuriedUid{ 9, true }));
    QCOMPARE(boxes.rows(), 1);
    QCOMPARE(boxes.arrive(boxes.inbox, { mailWith(3) }).size(), 1);
}

void TestMoves::copyOfADeletedMailStaysAway()
{
    Mailboxes boxes;
    must(boxes.fixture.session().execute(u"UPDATE accounts SET delete_on_server = 1"_s));
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.remove({ 1 });
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 40) }), QList<StoredMail>());
    QCOMPARE(must(buriedUids(boxes.fixture.session(), boxes.inbox.id)),
             (QList<BuriedUid>{ { 1, true } }));
    QCOMPARE(must(buriedUids(boxes.fixture.session(), boxes.archive.id)),
             (QList<BuriedUid>{ { 40, true } }));
    // A mail that is only recognised by its identity is not deleted at the server.
    QCOMPARE(must(foldersWithChanges(boxes.fixture.session(), 1)), QList{ boxes.inbox.id });
}

// Otherwise the next copy that arrives would be taken for the hidden one.
void TestMoves::hiddenCopyGoesWithTheLastOneShown()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.arrive(boxes.archive, { at(mailWith(1), 40), at(mailWith(1), 41) });
    boxes.vanish(boxes.archive, { 41 });
    boxes.remove({ 2 });
    QCOMPARE(boxes.fixture.number(u"SELECT count(*) FROM mails"_s), 2);
    boxes.remove({ 1 });
    QCOMPARE(boxes.fixture.number(u"SELECT count(*) FROM mails"_s), 0);
    QCOMPARE(boxes.arrive(boxes.archive, { at(mailWith(1), 42) }), QList<StoredMail>());
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

// The copy was found before the mail vanished from its old place. A deletion in between deletes both.
void TestMoves::deletedOnItsWayStaysDeleted()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    boxes.remove({ 1 });
    QCOMPARE(boxes.rows(), 1);
    QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), (Gone{ {}, { 2 }, {} }));
    QCOMPARE(boxes.rows(), 0);
    QCOMPARE(must(buriedUids(boxes.fixture.session(), boxes.archive.id)),
             (QList<BuriedUid>{ { 40, true } }));
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

void TestMoves::copyThatStaysOutlivesTheDeletionOfTheOther()
{
    Mailboxes boxes;
    boxes.arrive(boxes.inbox, { mailWith(1) });
    boxes.arrive(boxes.archive, { at(mailWith(1), 40) });
    for (int i = 0; i < 3; ++i)
        boxes.pass();
    boxes.remove({ 1 });
    QCOMPARE(boxes.vanish(boxes.inbox, { 1 }), Gone());
    QCOMPARE(boxes.row(2).folder, "Archive");
}

void TestMoves::isTheSameInOneBatchAsInTwo()
{
    Mailboxes boxes;
    const QList<StoredMail> both = boxes.arrive(
        boxes.inbox, { mailWith(1), at(mailWith(1), 2), nameless(3), at(nameless(3), 4) });
    const QList<bool> isNew{ both[0].isNew, both[1].isNew, both[2].isNew, both[3].isNew };
    QCOMPARE(isNew, (QList{ true, false, true, true }));
    boxes.vanish(boxes.inbox, { 1, 2 });
    const QList<StoredMail> moved =
        boxes.arrive(boxes.archive, { at(mailWith(1), 40), at(mailWith(1), 41) });
    QCOMPARE(moved.size(), 2);
    QVERIFY(!moved[0].isNew && !moved[1].isNew);
    QCOMPARE(moved[0].id, 1);
    QCOMPARE(boxes.fixture.wrongCounters(), 0);
}

// The worst mailbox for a comparison by Message-ID: one mail many times. Measures processor time,
// because the machine may be busy; with a database server, that is only the time of this process.
void TestMoves::costIsLinear()
{
    const auto cost = [](int count, bool isAlike) {
        Mailboxes boxes;
        QList<NewMail> mails;
        QList<NewMail> moved;
        QList<quint32> uids;
        for (int i = 1; i <= count; ++i) {
            mails.append(at(mailWith(quint32(isAlike ? 1 : i)), quint32(i)));
            moved.append(at(mails.last(), quint32(i + count)));
            uids.append(quint32(i));
        }
        boxes.arrive(boxes.inbox, mails);
        const std::clock_t began = std::clock();
        boxes.arrive(boxes.archive, moved);
        boxes.vanish(boxes.inbox, uids);
        return double(std::clock() - began) / double(count);
    };
    const auto best = [&cost](int count, bool isAlike) {
        return std::min({ cost(count, isAlike), cost(count, isAlike), cost(count, isAlike) });
    };
    for (const bool isAlike : { false, true }) {
        const double few = best(100, isAlike);
        const double many = best(800, isAlike);
        QVERIFY2(many < few * 4, qPrintable(u"%1 and %2 ticks a mail"_s.arg(few).arg(many)));
    }
}

QTEST_GUILESS_MAIN(TestMoves)
#include "tst_moves.moc"
