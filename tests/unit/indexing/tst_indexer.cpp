// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/indexer.h"
#include "parsing/bodyparse.h"
#include "store/db/transaction.h"
#include "store/lists/searchmails.h"
#include "store/mail/accounts.h"
#include "store/mail/bodies.h"
#include "store/mail/folders.h"
#include "store/mail/mailinsert.h"
#include "store/people/users.h"
#include "support/awaited.h"
#include "support/manualclock.h"
#include "support/must.h"
#include "support/patience.h"
#include "support/testdatabase.h"

#include <QDeadlineTimer>
#include <QSemaphore>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Indexing;

/** When mails become searchable, also those that are not passed to add(). */
class tst_Indexer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void leftoversAreIndexedAtTheStart();
    void manyLeftoversAreReported();
    void damagedSegmentIsMadeAgain();
    void mailsWithoutTextAreFoundBySubjectAfterAWhile();
    void theTextReplacesWhatWasFoundBefore();
    void largeMailsThatStayAtTheServerAreFound();
    void mailsThatOthersAreAtWorkWithAreIndexedAfterwards();
    void leftoversThatCameDuringALookAreIndexed();
    void textsThatCameDuringABatchWaitForAFullOne();
    void smallSegmentsAreMergedSoon();
    void segmentsOfAnEarlierRunAreNotMergedDuringAnImport();
    void nothingIsIndexedAfterTheEnd();
    void stopWaitsForTheBatchThatIsBeingStored();
    void stopWaitsForTheCheckThatIsUnderWay();
    void stopEndsTheWaitForRoom();

private:
    qint64 addMail(const QString &subject, Store::BodyState state);
    void addBody(qint64 mailId, const QByteArray &text);
    qint64 found(const QString &keyword);
    void addSegments(int count);
    qint64 segments();

    ManualClock clock;
    std::unique_ptr<TestDatabase> database;
    QThreadPool pool;
    std::unique_ptr<Indexer> indexer;
    quint32 nextUid = 1;
};

namespace {

QCoro::Task<bool> stopped(Indexer &indexer)
{
    co_await indexer.stop();
    co_return true;
}

QCoro::Task<void> noteStopped(Indexer &indexer, bool *isStopped)
{
    co_await indexer.stop();
    *isStopped = true;
}

QCoro::Task<void> noteRoom(Indexer &indexer, bool *hasRoom)
{
    co_await indexer.room();
    *hasRoom = true;
}

/** Keeps the thread that writes the index from its work until release(). */
class HeldIndex
{
public:
    explicit HeldIndex(Store::Database &database)
    {
        database.index([held = m_held, release = m_release](Store::Session &) {
            held->release();
            release->acquire();
        });
        m_held->acquire();
    }
    ~HeldIndex() { release(); }
    void release() { m_release->release(); }

private:
    const std::shared_ptr<QSemaphore> m_held = std::make_shared<QSemaphore>();
    const std::shared_ptr<QSemaphore> m_release = std::make_shared<QSemaphore>();
};

QByteArray messageWith(const QByteArray &text)
{
    return "From: Anna <anna@example.com>\r\nSubject: Plan\r\n\r\n" + text + "\r\n";
}

/// The number of mails with this word.
auto searching(const QString &keyword)
{
    return [keyword](Store::Session &session) -> Result<qint64> {
        Store::MailQuery query;
        query.keyword = keyword;
        const Result<Store::SearchHits> hits = Store::searchMails(session, query);
        return hits ? Result<qint64>(hits->total) : Result<qint64>(hits.error());
    };
}

} // namespace

void tst_Indexer::init()
{
    database = std::make_unique<TestDatabase>(&clock);
    must(database->with([](Store::Session &session) {
        Store::Transaction tx(session);
        Store::User user;
        user.username = u"anna"_s;
        Store::Account account;
        account.ownerId = must(Store::insertUser(session, user));
        const qint64 id = must(Store::insertAccount(session, account));
        must(Store::ensureFolder(session, id, u"INBOX"_s, "inbox"));
        return tx.commit();
    }));
    indexer = std::make_unique<Indexer>(**database, pool, nullptr, IndexerPace{ 30s, 10ms });
}

void tst_Indexer::cleanup()
{
    awaited(stopped(*indexer));
    indexer.reset();
    database.reset();
}

qint64 tst_Indexer::addMail(const QString &subject, Store::BodyState state)
{
    Store::NewMail mail;
    mail.uid = nextUid++;
    mail.subject = subject;
    mail.bodyState = state;
    return database->with([mail](Store::Session &session) {
        Store::Transaction tx(session);
        const Store::Folder folder = must(Store::folderById(session, 1));
        const qint64 id = must(Store::insertMails(session, folder, { mail })).first().id;
        must(tx.commit());
        return id;
    });
}

void tst_Indexer::addBody(qint64 mailId, const QByteArray &text)
{
    Store::ParsedBody body = Parsing::readBody(1, messageWith(text)).body;
    body.mailId = mailId;
    must(database->with([body](Store::Session &session) {
        Store::Transaction tx(session);
        must(Store::storeBodies(session, { body }));
        return tx.commit();
    }));
}

qint64 tst_Indexer::found(const QString &keyword)
{
    return must(database->with(searching(keyword)));
}

qint64 tst_Indexer::segments()
{
    const auto count = [](Store::Session &session) {
        return session
            .query("stats", "segments",
                   [](const QByteArray &) {
                       return QByteArray("SELECT count(*) FROM search_segments WHERE state = 1");
                   })
            .readNumber();
    };
    return must(awaited((**database).reading(count)));
}

void tst_Indexer::leftoversAreIndexedAtTheStart()
{
    for (int i = 0; i < 30; ++i)
        addBody(addMail(u"Plan"_s, Store::BodyState::Pending), "treasure " + QByteArray::number(i));
    QCOMPARE(found(u"treasure"_s), 0);
    indexer->repair();
    QTRY_COMPARE(found(u"treasure"_s), 30);
}

void tst_Indexer::manyLeftoversAreReported()
{
    indexer = std::make_unique<Indexer>(**database, pool, nullptr, IndexerPace{ 30s, 10ms, 2 });
    QList<RebuildProgress> reports;
    indexer->onRebuild([&reports](RebuildProgress progress) { reports.append(progress); });
    for (const char *text : { "one", "two", "three" })
        addBody(addMail(u"Plan"_s, Store::BodyState::Pending), text);
    indexer->repair();
    QTRY_VERIFY(!reports.isEmpty() && reports.last() == RebuildProgress());
    QCOMPARE(reports.first(), RebuildProgress({ 0, 3 }));
    QVERIFY(reports.contains(RebuildProgress{ 3, 3 }));
    QCOMPARE(found(u"three"_s), 1);
}

void tst_Indexer::damagedSegmentIsMadeAgain()
{
    addBody(addMail(u"Plan"_s, Store::BodyState::Pending), "treasure");
    indexer->repair();
    QTRY_COMPARE(found(u"treasure"_s), 1);
    must(database->with([](Store::Session &session) {
        Store::Transaction tx(session);
        const bool isSqlite = session.engine() == Store::Engine::Sqlite;
        const QString damaged = isSqlite
            ? u"UPDATE search_words SET data = CAST(substr(data, 1, 20) || x'AA' || substr(data, 22) AS BLOB)"_s
            : u"UPDATE search_words SET data = overlay(data PLACING decode('AA', 'hex') FROM 21)"_s;
        must(session.execute(damaged));
        return tx.commit();
    }));
    QVERIFY(!database->with(searching(u"treasure"_s)).ok());
    QTRY_VERIFY(database->with(searching(u"treasure"_s)) == Result<qint64>(1));
}

void tst_Indexer::mailsWithoutTextAreFoundBySubjectAfterAWhile()
{
    addMail(u"early plan"_s, Store::BodyState::Pending);
    clock.advance(31s);
    addMail(u"late plan"_s, Store::BodyState::Pending);
    indexer->repair();
    QTRY_COMPARE(found(u"early"_s), 1);
    QCOMPARE(found(u"late"_s), 0);
    clock.advance(31s);
    QTRY_COMPARE(found(u"late"_s), 1);
}

void tst_Indexer::theTextReplacesWhatWasFoundBefore()
{
    const qint64 id = addMail(u"old words"_s, Store::BodyState::Pending);
    clock.advance(31s);
    indexer->repair();
    QTRY_COMPARE(found(u"old words"_s), 1);
    addBody(id, "treasure");
    indexer->add(id, Parsing::readBody(1, messageWith("treasure")).document);
    QTRY_COMPARE(found(u"treasure plan"_s), 1);
    QCOMPARE(found(u"words"_s), 0);
}

void tst_Indexer::largeMailsThatStayAtTheServerAreFound()
{
    indexer->repair();
    addMail(u"large plan"_s, Store::BodyState::OnDemand);
    QTRY_COMPARE(found(u"large"_s), 1);
}

// On PostgreSQL another connection than the writer's writes the index, and skips such mails.
void tst_Indexer::mailsThatOthersAreAtWorkWithAreIndexedAfterwards()
{
    const qint64 free = addMail(u"free"_s, Store::BodyState::Stored);
    const qint64 busy = addMail(u"busy"_s, Store::BodyState::Stored);
    QSemaphore held;
    QSemaphore release;
    (**database).write([&, busy](Store::Session &session) {
        Store::Transaction tx(session);
        must(session.execute(u"UPDATE mails SET summary = '' WHERE id = %1"_s.arg(busy)));
        held.release();
        release.acquire();
        must(tx.commit());
    });
    held.acquire();
    indexer->add(free, Store::searchDocument({ {}, u"free"_s, {} }));
    indexer->add(busy, Store::searchDocument({ {}, u"busy"_s, {} }));
    if (TestServer::isUsed())
        QTRY_COMPARE(must(awaited((**database).reading(searching(u"free"_s)))), 1);
    release.release();
    QTRY_COMPARE(found(u"busy"_s), 1);
    QCOMPARE(found(u"free"_s), 1);
}

// A move leaves mails in this state. The look that is under way has read before, so it did not find them.
void tst_Indexer::leftoversThatCameDuringALookAreIndexed()
{
    addBody(addMail(u"Plan"_s, Store::BodyState::Pending), "treasure");
    must(database->with([](Store::Session &session) {
        return session.execute(u"UPDATE mails SET search_state = 2"_s);
    }));
    addBody(addMail(u"Offer"_s, Store::BodyState::Pending), "silver"); // the look finds this one
    QSemaphore held;
    QSemaphore release;
    (**database).index([&](Store::Session &session) {
        held.release();
        release.acquire();
        must(session.execute(u"UPDATE mails SET search_state = 1"_s));
    });
    held.acquire();
    indexer->repair();
    QTRY_COMPARE((**database).waiting(),
                 2); // the look has read; storing and flushing wait for their turn
    indexer->repair();
    release.release();
    QTRY_COMPARE(found(u"treasure"_s), 1);
}

void tst_Indexer::textsThatCameDuringABatchWaitForAFullOne()
{
    indexer = std::make_unique<Indexer>(**database, pool, nullptr,
                                        IndexerPace{ .checkEvery = 1h, .batchWait = 1h });
    QList<qint64> ids;
    for (int i = 0; i < 3; ++i)
        ids.append(addMail(u"treasure"_s, Store::BodyState::Stored));
    const Store::SearchDocument text = Store::searchDocument({ {}, u"treasure"_s, {} });
    {
        const HeldIndex index(**database);
        indexer->add(ids[0], text);
        indexer->writeNow();
        QTRY_COMPARE((**database).waiting(), 1);
        indexer->add(ids[1], text);
    }
    QTRY_COMPARE(found(u"treasure"_s), 1);
    // After this the indexer has continued behind its first batch.
    must(awaited((**database).indexing([](Store::Session &) { return Result<void>(); })));
    indexer->add(ids[2], text);
    indexer->writeNow();
    QTRY_COMPARE(found(u"treasure"_s), 3);
    QCOMPARE(segments(), 2);
}

/// Segments with one mail each.
void tst_Indexer::addSegments(int count)
{
    for (int i = 0; i < count; ++i) {
        const qint64 id = addMail(u"plan"_s, Store::BodyState::Stored);
        must(database->with([id](Store::Session &session) {
            Store::Transaction tx(session);
            const Store::PreparedSearchWork work{ id, int(Store::BodyState::Stored),
                                                  Store::searchDocument({ {}, u"plan"_s, {} }) };
            return tx.commit(Store::storeSearchWork(session, { work }));
        }));
    }
    QCOMPARE(segments(), count);
}

void tst_Indexer::smallSegmentsAreMergedSoon()
{
    addSegments(8);
    indexer->repair(); // for segments that an earlier run left
    QTRY_COMPARE(segments(), 1);
    QCOMPARE(found(u"plan"_s), 8);
}

void tst_Indexer::segmentsOfAnEarlierRunAreNotMergedDuringAnImport()
{
    if ((**database).isShared())
        QSKIP("Of a shared database it is not known whether others write.");
    constexpr auto pace = 1s;
    indexer = std::make_unique<Indexer>(**database, pool, nullptr, IndexerPace{ 30s, pace });
    addSegments(8);
    indexer->repair();
    for (QDeadlineTimer end(2 * pace + pace / 2); !end.hasExpired();) {
        addMail(u"imported"_s, Store::BodyState::Pending);
        QCOMPARE(segments(), 8); // processes events meanwhile
    }
    QTRY_COMPARE(segments(), 1);
}

void tst_Indexer::nothingIsIndexedAfterTheEnd()
{
    addBody(addMail(u"Plan"_s, Store::BodyState::Pending), "treasure");
    awaited(stopped(*indexer));
    indexer->repair();
    awaited(stopped(*indexer));
    QCOMPARE(found(u"treasure"_s), 0);
}

void tst_Indexer::stopWaitsForTheBatchThatIsBeingStored()
{
    const qint64 id = addMail(u"treasure"_s, Store::BodyState::Stored);
    HeldIndex index(**database);
    indexer->add(id, Store::searchDocument({ {}, u"treasure"_s, {} }));
    QTRY_COMPARE((**database).waiting(), 1); // the batch waits behind the held job
    bool isStopped = false;
    noteStopped(*indexer, &isStopped);
    QVERIFY(!isStopped);
    index.release();
    QTRY_VERIFY(isStopped);
    QCOMPARE(found(u"treasure"_s), 1);
}

void tst_Indexer::stopWaitsForTheCheckThatIsUnderWay()
{
    addBody(addMail(u"Plan"_s, Store::BodyState::Pending), "treasure");
    HeldIndex index(**database);
    indexer->repair();
    QTRY_VERIFY((**database).waiting() > 0); // the check stores what it has read
    bool isStopped = false;
    noteStopped(*indexer, &isStopped);
    QVERIFY(!isStopped);
    index.release();
    QTRY_VERIFY(isStopped);
}

void tst_Indexer::stopEndsTheWaitForRoom()
{
    const qint64 id = addMail(u"treasure"_s, Store::BodyState::Stored);
    HeldIndex index(**database);
    const Store::SearchDocument small = Store::searchDocument({ {}, u"treasure"_s, {} });
    Store::SearchDocument large = small;
    large.body = QByteArray(256 * 1024, 'a');
    indexer->add(id, small);
    QTRY_COMPARE((**database).waiting(), 1);
    for (int i = 0; i < 17; ++i) // over 4 MiB
        indexer->add(id, large);
    bool hasRoom = false;
    noteRoom(*indexer, &hasRoom);
    QVERIFY(!hasRoom);
    bool isStopped = false;
    noteStopped(*indexer, &isStopped);
    QVERIFY(hasRoom);
    index.release();
    QTRY_VERIFY(isStopped);
    QCOMPARE(found(u"treasure"_s), 1); // the large texts were not stored any more
}

QTEST_GUILESS_MAIN(tst_Indexer)
#include "tst_indexer.moc"
