// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/resyncapplier.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** The changes since the last modSeq: when they are applied, and when the whole folder is compared instead. */
class tst_ResyncApplier : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void changesThatTheServerReportedAreApplied();
    void changedFlagsAreFetchedWithoutQresync();
    void anUnchangedFolderNeedsNoCommand();
    void aSumThatDoesNotAddUpChangesNoMail();
    void aDeletionThatWasNotReportedShowsInTheCount();
    void mailsThatWereDeletedHereCount();
    void vanishedMailsThatWereDeletedHereAreGone();
    void mailsThatCameAfterTheCountAreNews();
    void anAccountThatLeavesMailsOutFollowsAdditions();
    void anAccountThatLeavesMailsOutComparesDeletions();
    void withUnreadableMailsTheNextUidIsNotKnown();
    void tooManyRangesAreComparedAsAWhole();
    void aLostConnectionKeepsTheModSeq();

private:
    void prepare(const QStringList &script);
    Result<bool> applied(Extent extent = Extent::Changes);
    bool isFollowed() const; ///< the row has the new modSeq

    std::unique_ptr<FolderFixture> fixture;
    std::unique_ptr<FolderParts> parts;
    Imap::Mailbox mailbox; ///< as the server opened it
};

namespace {

const QString requestUnchecked = u"C: $ UID FETCH 10:* (UID)"_s;

QStringList newMail(quint32 uid)
{
    const QString set = QString::number(uid);
    return { requestRows(set), answerRow(uid), ok, requestBodies(set), answerBody(uid), ok };
}

} // namespace

/// Three mails, as of modSeq 50.
void tst_ResyncApplier::init()
{
    fixture = std::make_unique<FolderFixture>();
    fixture->insert({ 1, 2, 3 });
    Store::Folder row = fixture->imported();
    row.highestModSeq = 50;
    fixture->store(row);
    mailbox = {
        .path = u"INBOX"_s, .exists = 3, .uidValidity = 7, .uidNext = 10, .highestModSeq = 60
    };
}

void tst_ResyncApplier::cleanup()
{
    parts.reset();
    fixture.reset();
}

void tst_ResyncApplier::prepare(const QStringList &script)
{
    fixture->connect(script, "CONDSTORE");
    parts = std::make_unique<FolderParts>(*fixture);
}

Result<bool> tst_ResyncApplier::applied(Extent extent)
{
    return awaited(parts->resync.apply(mailbox, extent));
}

bool tst_ResyncApplier::isFollowed() const
{
    return fixture->storedRow().highestModSeq == 60;
}

void tst_ResyncApplier::changesThatTheServerReportedAreApplied()
{
    prepare(QStringList{ requestUnchecked, u"S: * 3 FETCH (UID 11)"_s, ok } + newMail(11));
    mailbox.uidNext = 12;
    mailbox.vanished = Imap::UidSet::range(2, 2);
    mailbox.changed = { { .seq = 1, .uid = 1, .flags = QList<QByteArray>{ "\\Seen" } } };
    QVERIFY(must(applied()));
    QCOMPARE(fixture->mails(),
             (QStringList{ u"1 r there pending"_s, u"2 - hidden pending"_s, u"3 - there pending"_s,
                           u"11 - there stored"_s }));
    QVERIFY(isFollowed());
    QCOMPARE(fixture->storedRow().uidNext, 12U);
    QCOMPARE(fixture->storedRow().comparedAt, fixture->imported().comparedAt);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ResyncApplier::changedFlagsAreFetchedWithoutQresync()
{
    prepare({ u"C: $ UID FETCH 1:* (UID FLAGS) (CHANGEDSINCE 50)"_s,
              u"S: * 2 FETCH (UID 2 FLAGS (\\Flagged) MODSEQ (60))"_s, ok });
    QVERIFY(must(applied(Extent::Flags)));
    QCOMPARE(
        fixture->mails(),
        (QStringList{ u"1 - there pending"_s, u"2 s there pending"_s, u"3 - there pending"_s }));
    QVERIFY(isFollowed());
    QCOMPARE(fixture->problem(), QString());
}

void tst_ResyncApplier::anUnchangedFolderNeedsNoCommand()
{
    prepare({});
    mailbox.highestModSeq = 50;
    QVERIFY(must(applied(Extent::Flags)));
    QVERIFY(fixture->server->received().isEmpty());
}

void tst_ResyncApplier::aSumThatDoesNotAddUpChangesNoMail()
{
    prepare({ requestUnchecked, u"S: * 3 FETCH (UID 11)"_s, ok });
    mailbox.uidNext = 12;
    mailbox.exists = 4; // here are 3 - 1 + 1
    mailbox.vanished = Imap::UidSet::range(2, 2);
    QVERIFY(!must(applied()));
    QCOMPARE(
        fixture->mails(),
        (QStringList{ u"1 - there pending"_s, u"2 - there pending"_s, u"3 - there pending"_s }));
    QVERIFY(!isFollowed());
    QCOMPARE(fixture->storedRow().uidNext, 10U);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ResyncApplier::aDeletionThatWasNotReportedShowsInTheCount()
{
    prepare({});
    mailbox.exists = 2;
    QVERIFY(!must(applied()));
    QVERIFY(!isFollowed());
}

void tst_ResyncApplier::mailsThatWereDeletedHereCount()
{
    fixture->deleteMail(2);
    prepare({});
    QVERIFY(must(applied()));
    QCOMPARE(fixture->mails(), (QStringList{ u"1 - there pending"_s, u"3 - there pending"_s }));
    QVERIFY(isFollowed());
}

void tst_ResyncApplier::vanishedMailsThatWereDeletedHereAreGone()
{
    fixture->deleteMail(2);
    prepare({});
    mailbox.exists = 2;
    mailbox.vanished = Imap::UidSet::range(2, 2);
    QVERIFY(must(applied()));
    QCOMPARE(fixture->number(u"SELECT count(*) FROM tombstones WHERE at_server = 0"_s), 1);
    QVERIFY(isFollowed());
}

void tst_ResyncApplier::mailsThatCameAfterTheCountAreNews()
{
    prepare(
        QStringList{ requestUnchecked, u"S: * 4 FETCH (UID 11)"_s, u"S: * 5 FETCH (UID 12)"_s, ok }
        + newMail(11));
    mailbox.exists = 4;
    mailbox.uidNext = 12;
    QVERIFY(must(applied()));
    QCOMPARE(fixture->mails().last(), u"11 - there stored"_s);
    QCOMPARE(fixture->storedRow().uidNext, 12U);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ResyncApplier::anAccountThatLeavesMailsOutFollowsAdditions()
{
    fixture->changeAccount([](Store::Account &account) { account.syncMode = "unread"; });
    prepare(QStringList{ requestUnchecked, u"S: * 8 FETCH (UID 11)"_s, ok, //
                         u"C: $ UID SEARCH UNSEEN"_s, u"S: * SEARCH 11"_s, ok }
            + newMail(11));
    mailbox.exists = 8;
    mailbox.uidNext = 15;
    QVERIFY(must(applied()));
    QCOMPARE(fixture->mails().last(), u"11 - there stored"_s);
    QVERIFY(isFollowed());
    QCOMPARE(fixture->storedRow().uidNext, 12U); // the count does not show that 12 to 14 are gone
    QCOMPARE(fixture->problem(), QString());
}

void tst_ResyncApplier::anAccountThatLeavesMailsOutComparesDeletions()
{
    fixture->changeAccount([](Store::Account &account) { account.syncMode = "unread"; });
    prepare({});
    mailbox.exists = 8;
    mailbox.vanished = Imap::UidSet::range(2, 2);
    QVERIFY(!must(applied()));
    QVERIFY(!isFollowed());
    QVERIFY(fixture->mails().contains(u"2 - there pending"_s));
}

void tst_ResyncApplier::withUnreadableMailsTheNextUidIsNotKnown()
{
    prepare({ requestUnchecked, ok });
    QVERIFY(parts->unreadable.skip(9, { Error::Code::Server, u"no"_s }).ok());
    mailbox.exists = 4;
    mailbox.uidNext = 12;
    QVERIFY(must(applied()));
    QVERIFY(isFollowed());
    QCOMPARE(fixture->storedRow().uidNext, 10U);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ResyncApplier::tooManyRangesAreComparedAsAWhole()
{
    prepare({});
    QList<quint32> odd;
    for (quint32 uid = 101; odd.size() <= 1000; uid += 2)
        odd.append(uid);
    mailbox.vanished = Imap::UidSet::fromUids(odd);
    QVERIFY(!must(applied()));
    QVERIFY(!isFollowed());
}

void tst_ResyncApplier::aLostConnectionKeepsTheModSeq()
{
    prepare({ requestUnchecked, u"S: * 4 FETCH (UID 11)"_s, ok, requestRows(u"11"_s), u"X"_s });
    mailbox.exists = 4;
    mailbox.uidNext = 12;
    QVERIFY(!applied().ok());
    QVERIFY(!isFollowed());
    QCOMPARE(fixture->storedRow().uidNext, 10U);
}

QTEST_GUILESS_MAIN(tst_ResyncApplier)
#include "tst_resyncapplier.moc"
