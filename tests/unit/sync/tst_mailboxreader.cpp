// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/mailboxreader.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** The commands that find out which mails a folder has, and how odd answers are read. */
class tst_MailboxReader : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyUidIsReadOnceInOrder();
    void anEmptyFolderIsNotRead();
    void flagsOfOtherClientsAreNews();
    void aRefusalIsAnError();
    void changesSinceAModSeqAreRead();
    void flagsOfSomeMailsAreReadWithTheirModSeq();
    void flagsAreReadWithoutAModSeqWhereTheFolderHasNone();
    void uidsAboveTheCheckedOnesAreNewestFirst();
    void theLastMailIsNotUncheckedForBeingLast();
    void mailsAreFilteredAsTheAccountSays_data();
    void mailsAreFilteredAsTheAccountSays();
    void allMailsNeedNoSearch();
    void responsesWithoutUidOrFlagsAreLeftOut();
};

namespace {

using Flags = QList<Store::ServerFlags>;

} // namespace

void tst_MailboxReader::everyUidIsReadOnceInOrder()
{
    FolderFixture fixture;
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(12), answerFlags(3),
                      answerFlags(5, u"\\Flagged"_s), answerFlags(3, u"\\Seen $Junk"_s), ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 4 });
    const Result<Flags> all = awaited(parts.reader.all());
    QVERIFY2(all.ok(), qPrintable(fixture.problem()));
    QCOMPARE(*all, (Flags{ { 3, Store::ServerSeen }, { 5, Store::ServerFlagged }, { 12, 0 } }));
}

void tst_MailboxReader::anEmptyFolderIsNotRead()
{
    FolderFixture fixture;
    fixture.connect({});
    FolderParts parts(fixture);
    QCOMPARE(must(awaited(parts.reader.all())), Flags());
    QVERIFY(fixture.server->received().isEmpty());
}

void tst_MailboxReader::flagsOfOtherClientsAreNews()
{
    FolderFixture fixture;
    fixture.connect(
        { requestFlags(u"1:*"_s), answerFlags(3), u"S: * 9 FETCH (FLAGS (\\Seen))"_s, ok });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 1 });
    QCOMPARE(must(awaited(parts.reader.all())), (Flags{ { 3, 0 } }));
    QVERIFY(parts.open.takeNews().saysMoreThanCount());
}

void tst_MailboxReader::aRefusalIsAnError()
{
    FolderFixture fixture;
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(3), no });
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 2 });
    QCOMPARE(awaited(parts.reader.all()).error().code, Error::Code::Server);
}

void tst_MailboxReader::changesSinceAModSeqAreRead()
{
    FolderFixture fixture;
    fixture.connect({ u"C: $ UID FETCH 1:* (UID FLAGS) (CHANGEDSINCE 50)"_s,
                      u"S: * 2 FETCH (UID 5 FLAGS (\\Seen) MODSEQ (51))"_s, ok },
                    "CONDSTORE");
    FolderParts parts(fixture);
    const Result<Flags> changed = awaited(parts.reader.changedSince(50));
    QVERIFY2(changed.ok(), qPrintable(fixture.problem()));
    QCOMPARE(*changed, (Flags{ { 5, Store::ServerSeen } }));
}

void tst_MailboxReader::flagsOfSomeMailsAreReadWithTheirModSeq()
{
    FolderFixture fixture;
    fixture.connect({ u"C: $ UID FETCH 3,5 (UID FLAGS MODSEQ)"_s,
                      u"S: * 2 FETCH (UID 5 FLAGS (\\Seen) MODSEQ (60))"_s,
                      u"S: * 1 FETCH (UID 3 FLAGS () MODSEQ (52))"_s, ok },
                    "CONDSTORE");
    FolderParts parts(fixture);
    parts.open.begin({ .highestModSeq = 50 });
    const QList<quint32> uids{ 5, 3 };
    const Result<FlagsNow> now = awaited(parts.reader.flagsNow(uids));
    QVERIFY2(now.ok(), qPrintable(fixture.problem()));
    QCOMPARE(now->flags, (Flags{ { 3, 0 }, { 5, Store::ServerSeen } }));
    QCOMPARE(now->modSeq, 60U);
}

void tst_MailboxReader::flagsAreReadWithoutAModSeqWhereTheFolderHasNone()
{
    FolderFixture fixture;
    fixture.connect({ requestFlags(u"3"_s), answerFlags(3), ok });
    FolderParts parts(fixture);
    const QList<quint32> uids{ 3 };
    const Result<FlagsNow> now = awaited(parts.reader.flagsNow(uids));
    QVERIFY2(now.ok(), qPrintable(fixture.problem()));
    QCOMPARE(now->modSeq, 0U);
}

void tst_MailboxReader::uidsAboveTheCheckedOnesAreNewestFirst()
{
    FolderFixture fixture;
    fixture.connect({ u"C: $ UID FETCH 10:* (UID)"_s, u"S: * 1 FETCH (UID 11)"_s,
                      u"S: * 2 FETCH (UID 14)"_s, ok });
    FolderParts parts(fixture);
    const auto uids = awaited(parts.reader.uncheckedUids());
    QVERIFY2(uids.ok(), qPrintable(fixture.problem()));
    QCOMPARE(*uids, (QList<quint32>{ 14, 11 }));
}

// RFC 3501 6.4.8: `10:*` is also the last mail of a folder whose uids are all below 10.
void tst_MailboxReader::theLastMailIsNotUncheckedForBeingLast()
{
    FolderFixture fixture;
    fixture.connect({ u"C: $ UID FETCH 10:* (UID)"_s, u"S: * 5 FETCH (UID 9)"_s, ok });
    FolderParts parts(fixture);
    QCOMPARE(must(awaited(parts.reader.uncheckedUids())), QList<quint32>());
    QCOMPARE(fixture.problem(), QString());
}

void tst_MailboxReader::mailsAreFilteredAsTheAccountSays_data()
{
    QTest::addColumn<QByteArray>("syncMode");
    QTest::addColumn<QString>("criteria");
    QTest::newRow("unread") << QByteArray("unread") << u"UNSEEN"_s;
    // 30 days before 28 May 2026, the date of ManualClock
    QTest::newRow("recent") << QByteArray("recent") << u"SINCE 28-Apr-2026"_s;
}

void tst_MailboxReader::mailsAreFilteredAsTheAccountSays()
{
    QFETCH(QByteArray, syncMode);
    QFETCH(QString, criteria);
    FolderFixture fixture;
    fixture.changeAccount([&](Store::Account &account) { account.syncMode = syncMode; });
    fixture.connect({ u"C: $ UID SEARCH "_s + criteria, u"S: * SEARCH 3 12 14"_s, ok });
    FolderParts parts(fixture);
    const QList<quint32> uids{ 14, 13, 12 };
    const auto included = awaited(parts.reader.included(uids));
    QVERIFY2(included.ok(), qPrintable(fixture.problem()));
    QCOMPARE(*included, (QList<quint32>{ 14, 12 }));
}

void tst_MailboxReader::allMailsNeedNoSearch()
{
    FolderFixture fixture;
    fixture.connect({});
    FolderParts parts(fixture);
    const QList<quint32> uids{ 14, 13 };
    QCOMPARE(must(awaited(parts.reader.included(uids))), uids);
    QVERIFY(fixture.server->received().isEmpty());
}

void tst_MailboxReader::responsesWithoutUidOrFlagsAreLeftOut()
{
    const QList<QByteArray> seen{ "\\seen" };
    const QList<Imap::FetchedMessage> messages{ { .seq = 1, .uid = 3, .flags = seen },
                                                { .seq = 2, .uid = 0, .flags = seen },
                                                { .seq = 3, .uid = 5 } };
    QCOMPARE(flagsOf(messages), (Flags{ { 3, Store::ServerSeen } }));
}

QTEST_GUILESS_MAIN(tst_MailboxReader)
#include "tst_mailboxreader.moc"
