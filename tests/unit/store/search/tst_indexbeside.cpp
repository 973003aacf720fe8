// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/lists/searchmails.h"
#include "store/mail/bodies.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/search/fill/searchbatch.h"
#include "store/search/fill/searchversion.h"
#include "store/search/fill/upkeep.h"
#include "store/search/index/searchindex.h"
#include "storefixture.h"
#include "support/patience.h"
#include "support/testserver.h"

#include <QTest>

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

using namespace Qt::StringLiterals;
using namespace Store;

/** The full text index of PostgreSQL is written beside the writer, over a separate connection. */
class TestIndexBeside : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void itDoesNotWaitForTheWriter();
    void aMailThatIsDeletedMeanwhileLeavesNoText();
    void aMailThatIsHeldIsPassedOver();
    void aMailThatIsBeingDeletedIsForgotten();
    void aMailWhoseTextComesMeanwhileIsLeftToThat();
    void beginningAgainThrowsAwayWhatIsBeingWritten();
    void segmentsAreMergedBesideTheWriter();
    void aMailThatIsBeingDeletedDuringAMergeIsFoundNoMore();
    void onlyOneConnectionMerges();
    void aMergeThatAnotherProcessTookOverEnds();
    void anIndexThatIsEmptiedEndsAMerge();

private:
    /// Runs `work` over another connection and returns when that waits for a lock.
    void startUntilItWaits(const std::function<void(Session &)> &work);
    void indexOneByOne(); ///< both mails, each in a segment of its own
    QList<qint64> found(const QString &keyword);
    qint64 indexed() { return found(u"b"_s).size(); } ///< all subjects are `b`
    qint64 number(const char *sql) { return fixture->number(QString::fromLatin1(sql)); }

    std::unique_ptr<StoreFixture> fixture;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<Session> indexer;
    std::unique_ptr<std::thread> other;
    std::atomic<qint64> otherProcess = 0; ///< of PostgreSQL, for the connection of `other`
};

namespace {

PreparedSearchWork textOf(qint64 mailId, const QString &text)
{
    return { mailId, int(BodyState::Pending), searchDocument({ u"a"_s, u"b"_s, text }) };
}

} // namespace

void TestIndexBeside::initTestCase()
{
    if (!TestServer::isUsed())
        QSKIP("SQLite has one writer");
}

void TestIndexBeside::init()
{
    fixture = std::make_unique<StoreFixture>();
    otherProcess = 0;
    fixture->insert(fixture->inbox(), { mailWith(1), mailWith(2) });
    connection = must(Connection::open(fixture->address(), Connection::Kind::Indexer));
    indexer = std::make_unique<Session>(connection->handle(), fixture->clock);
    indexer->writeBesideOthers();
}

void TestIndexBeside::cleanup()
{
    if (other)
        other->join();
    other.reset();
    indexer.reset();
    connection.reset();
    fixture.reset();
}

void TestIndexBeside::startUntilItWaits(const std::function<void(Session &)> &work)
{
    other = std::make_unique<std::thread>([this, work] {
        const auto own = must(Connection::open(fixture->address(), Connection::Kind::Writer));
        Session session(own->handle(), fixture->clock);
        {
            Query query = session.query(
                "own_process", "", [](const QByteArray &) { return "SELECT pg_backend_pid()"_ba; });
            otherProcess = must(query.readNumber());
        }
        work(session);
    });
    QTRY_VERIFY(otherProcess != 0);
    const QString waits =
        u"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid = %1"_s;
    QTRY_COMPARE(fixture->number(waits.arg(qint64(otherProcess))), 1);
}

void TestIndexBeside::indexOneByOne()
{
    must(fixture->session().execute(u"UPDATE mails SET search_state = 1"_s));
    for (const auto &[id, text] : { std::pair(1, u"x"_s), std::pair(2, u"y"_s) }) {
        Transaction tx(*indexer);
        QCOMPARE(must(storeSearchWork(*indexer, { textOf(id, text) })), 1);
        must(tx.commit());
    }
}

QList<qint64> TestIndexBeside::found(const QString &keyword)
{
    MailQuery query;
    query.keyword = keyword;
    return must(searchMails(fixture->session(), query)).ids;
}

void TestIndexBeside::itDoesNotWaitForTheWriter()
{
    Transaction writing(fixture->session());
    must(fixture->session().execute(u"UPDATE settings SET value = ''"_s));
    Transaction indexing(*indexer);
    QCOMPARE(must(storeSearchWork(*indexer, { textOf(1, u"x"_s), textOf(2, u"y"_s) })), 2);
    must(indexing.commit());
    must(writing.commit());
    QCOMPARE(indexed(), 2);
}

void TestIndexBeside::aMailThatIsDeletedMeanwhileLeavesNoText()
{
    Transaction indexing(*indexer);
    QCOMPARE(must(storeSearchWork(*indexer, { textOf(1, u"x"_s), textOf(2, u"y"_s) })), 2);
    startUntilItWaits([](Session &session) {
        Transaction tx(session);
        must(deleteMails(session, { 1 }));
        must(tx.commit());
    });
    must(indexing.commit());
    other->join();
    other.reset();
    QCOMPARE(number("SELECT count(*) FROM mails"), 1);
    QCOMPARE(found(u"x"_s), QList<qint64>());
    QCOMPARE(found(u"y"_s), QList<qint64>{ 2 });
}

void TestIndexBeside::aMailThatIsHeldIsPassedOver()
{
    const QList<PreparedSearchWork> both = { textOf(1, u"x"_s), textOf(2, u"y"_s) };
    {
        Transaction writing(fixture->session());
        must(setFlags(fixture->session(), { 1 }, FlagPatch{ .isStarred = true }));
        Transaction indexing(*indexer);
        QCOMPARE(must(storeSearchWork(*indexer, both)), 1);
        const QList<PreparedSearchWork> left = must(passedOver(*indexer, both));
        QCOMPARE(left.size(), 1);
        QCOMPARE(left.first().mailId, 1);
        must(indexing.commit());
        must(writing.commit());
    }
    Transaction indexing(*indexer);
    QCOMPARE(must(storeSearchWork(*indexer, both)), 1);
    QVERIFY(must(passedOver(*indexer, both)).isEmpty());
    must(indexing.commit());
    QCOMPARE(indexed(), 2);
    QCOMPARE(number("SELECT count(*) FROM mails WHERE search_state = 1"), 0);
}

void TestIndexBeside::aMailThatIsBeingDeletedIsForgotten()
{
    const QList<PreparedSearchWork> one = { textOf(1, u"x"_s) };
    Transaction writing(fixture->session());
    must(deleteMails(fixture->session(), { 1 }));
    Transaction indexing(*indexer);
    QCOMPARE(must(storeSearchWork(*indexer, one)), 0);
    QCOMPARE(must(passedOver(*indexer, one)).size(), 1); // the deletion may still be rolled back
    must(writing.commit());
    QCOMPARE(must(storeSearchWork(*indexer, one)), 0);
    QVERIFY(must(passedOver(*indexer, one)).isEmpty());
    must(indexing.commit());
    QCOMPARE(indexed(), 0);
}

void TestIndexBeside::aMailWhoseTextComesMeanwhileIsLeftToThat()
{
    const QList<PreparedSearchWork> listed = { textOf(1, u"x"_s) };
    {
        Transaction writing(fixture->session());
        must(storeBodies(fixture->session(),
                         { { 1, compressBody("x"), 1, u"x"_s, false, false, {} } }));
        must(writing.commit());
    }
    Transaction indexing(*indexer);
    QCOMPARE(must(storeSearchWork(*indexer, listed)), 0);
    QVERIFY(must(passedOver(*indexer, listed)).isEmpty());
    must(indexing.commit());
    QCOMPARE(number("SELECT search_state FROM mails WHERE id = 1"), int(SearchState::Pending));
}

void TestIndexBeside::beginningAgainThrowsAwayWhatIsBeingWritten()
{
    must(prepareSearch(fixture->session()));
    must(fixture->session().execute(u"UPDATE search_meta SET text_version = 1"_s));
    Transaction indexing(*indexer);
    QCOMPARE(must(storeSearchWork(*indexer, { textOf(1, u"x"_s) })), 1);
    startUntilItWaits([](Session &session) { must(prepareSearch(session)); });
    must(indexing.commit());
    other->join();
    other.reset();
    QCOMPARE(indexed(), 0);
    QCOMPARE(number("SELECT count(*) FROM mails WHERE search_state = 1"), 2);
}

void TestIndexBeside::segmentsAreMergedBesideTheWriter()
{
    indexOneByOne();
    Transaction writing(fixture->session());
    must(setFlags(fixture->session(), { 1 }, FlagPatch{ .isStarred = true }));
    while (must(mergeSegments(*indexer, MergeExtent::Whole))) { }
    must(writing.commit());
    QCOMPARE(number("SELECT count(*) FROM search_segments"), 1);
    QCOMPARE(indexed(), 2);
}

void TestIndexBeside::aMailThatIsBeingDeletedDuringAMergeIsFoundNoMore()
{
    indexOneByOne();
    Transaction writing(fixture->session());
    must(deleteMails(fixture->session(), { 1 }));
    startUntilItWaits([](Session &session) {
        session.writeBesideOthers();
        while (must(mergeSegments(session, MergeExtent::Whole))) { }
    });
    must(writing.commit());
    other->join();
    other.reset();
    QCOMPARE(number("SELECT count(*) FROM search_segments"), 1);
    QCOMPARE(indexed(), 1);
    QCOMPARE(found(u"x"_s), QList<qint64>());
    QCOMPARE(found(u"y"_s), QList<qint64>{ 2 });
}

void TestIndexBeside::onlyOneConnectionMerges()
{
    indexOneByOne();
    QVERIFY(must(mergeSegments(*indexer, MergeExtent::Whole))); // begun
    QVERIFY(!must(mergeSegments(fixture->session(), MergeExtent::Whole)));
    QCOMPARE(number("SELECT count(*) FROM search_segments WHERE state = 0"), 1);
    while (must(mergeSegments(*indexer, MergeExtent::Whole))) { }
    QCOMPARE(number("SELECT count(*) FROM search_segments"), 1);
    indexOneByOne();
    while (must(mergeSegments(fixture->session(), MergeExtent::Whole))) { }
    QCOMPARE(number("SELECT count(*) FROM search_segments"), 1);
    QCOMPARE(indexed(), 2);
}

void TestIndexBeside::aMergeThatAnotherProcessTookOverEnds()
{
    indexOneByOne();
    QVERIFY(must(mergeSegments(*indexer, MergeExtent::Whole)));
    must(indexer->execute(u"SELECT pg_advisory_unlock_all()"_s)); // as if the connection was lost
    while (must(mergeSegments(fixture->session(), MergeExtent::Whole))) { }
    QVERIFY(!mergeSegments(*indexer, MergeExtent::Whole).ok());
    while (must(mergeSegments(*indexer, MergeExtent::Whole))) { }
    QCOMPARE(number("SELECT count(*) FROM search_segments"), 1);
    QCOMPARE(number("SELECT count(*) FROM search_words w WHERE NOT EXISTS"
                    " (SELECT 1 FROM search_segments s WHERE s.id = w.segment)"),
             0);
    QCOMPARE(indexed(), 2);
}

void TestIndexBeside::anIndexThatIsEmptiedEndsAMerge()
{
    indexOneByOne();
    QVERIFY(must(mergeSegments(*indexer, MergeExtent::Whole)));
    {
        Transaction tx(fixture->session());
        must(clearIndex(fixture->session()));
        must(tx.commit());
    }
    QVERIFY(!mergeSegments(*indexer, MergeExtent::Whole).ok());
    QVERIFY(!must(mergeSegments(*indexer, MergeExtent::Whole)));
    QCOMPARE(number("SELECT count(*) FROM search_words"), 0);
}

QTEST_GUILESS_MAIN(TestIndexBeside)
#include "tst_indexbeside.moc"
