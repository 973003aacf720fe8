// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/database.h"
#include "store/db/eventpruning.h"
#include "store/db/rewind.h"
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/opendatabase.h"
#include "store/people/settings.h"
#include "storefixture.h"
#include "support/patience.h"
#include "support/testserver.h"

#include <QMutex>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace Store;

// Makes large values impossible to store. Returns the error that storing them gives.
static Error::Code makeLittleRoom(StoreFixture &fixture)
{
    if (fixture.engine() == Engine::Postgresql) {
        must(fixture.session().execute(u"ALTER TABLE settings ADD CHECK (length(value) < 1000)"_s));
        return Error::Code::Storage;
    }
    // The page limit takes the place of a full disk: SQLite returns SQLITE_FULL for both.
    const qint64 pages = fixture.number(u"PRAGMA page_count"_s);
    fixture.number(u"PRAGMA max_page_count = %1"_s.arg(pages + 2));
    return Error::Code::StorageFull;
}

class TestEventLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersDurableEventsOnly();
    void forgetsEventsOfARollback();
    void replaysInPagesWhatAViewerMaySee();
    void keepsTheEventOfADeletedAccount();
    void keepsADayWhateverTheNumber();
    void keepsOneDay();
    void removesTheOldestWhereThereAreTooMany_data();
    void removesTheOldestWhereThereAreTooMany();
    void removesSomeAtOnce();
    void forgetsEventsFromAheadOfTheClock();
    void knowsTheirSizeWhateverRemovesThem();
    void neverUsesAnIdAgain();
    void idsRiseInCommitOrder();
    void oneBadStatementSpoilsTheTransaction();
    void publishesNothingIfTheCommitFails();
    void readsNewsAsTheyWerePublished();
    void goesOnAboveWhatWentOutAfterARewind();
};

namespace {

Event anEvent(const QByteArray &name, qint64 account = 0, qint64 user = 0)
{
    return { 0, name, account, user, "{}" };
}

void publish(Session &session, const QList<Event> &events)
{
    Transaction tx(session);
    for (const Event &e : events)
        tx.publish(e);
    must(tx.commit());
}

QList<qint64> idsAfter(Session &session, qint64 id, const Viewer &viewer = {})
{
    QList<qint64> ids;
    for (const Event &e : must(eventsAfter(session, id, 100'000, viewer)).events)
        ids.append(e.id);
    return ids;
}

void pruneAll(Session &session)
{
    while (must(pruneEvents(session)).isMore) { }
}

} // namespace

void TestEventLog::numbersDurableEventsOnly()
{
    StoreFixture fixture;
    QList<Event> heard;
    fixture.session().onCommitted([&](const QList<Event> &events) { heard += events; });
    Event passing = anEvent("mail.synced");
    passing.durable = false;
    publish(fixture.session(), { anEvent("a"), passing, anEvent("b") });
    QCOMPARE(heard.size(), 3);
    QCOMPARE(heard[0].id, 1);
    QCOMPARE(heard[1].id, 0);
    QCOMPARE(heard[2].id, 2);
    QCOMPARE(heard[1].at, fixture.clock.now());
    fixture.reopen();
    QCOMPARE(idsAfter(fixture.session(), 0), (QList<qint64>{ 1, 2 }));
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 1, 2 }));
}

void TestEventLog::forgetsEventsOfARollback()
{
    StoreFixture fixture;
    bool heard = false;
    fixture.session().onCommitted([&](const QList<Event> &) { heard = true; });
    {
        Transaction tx(fixture.session());
        tx.publish(anEvent("a"));
    }
    QVERIFY(!heard);
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 1, 0 }));
}

void TestEventLog::replaysInPagesWhatAViewerMaySee()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    const qint64 his = fixture.addAccount(bert, u"bert@example.org"_s);
    publish(fixture.session(),
            { anEvent("mine", 1), anEvent("his", his), anEvent("draft", 0, bert), anEvent("all"),
              anEvent("his draft of mine", 1, bert) });
    QCOMPARE(idsAfter(fixture.session(), 0, { 1, true }), (QList<qint64>{ 1, 4 }));
    QCOMPARE(idsAfter(fixture.session(), 0, { 1, false }), (QList<qint64>{ 1, 2, 4 }));
    QCOMPARE(idsAfter(fixture.session(), 0, { bert, true }), (QList<qint64>{ 2, 3, 4 }));
    const EventPage page = must(eventsAfter(fixture.session(), 1, 2, { 1, true }));
    QCOMPARE(page, (EventPage{ {}, 3, true }));
}

void TestEventLog::keepsTheEventOfADeletedAccount()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("mail.received", 1), anEvent("account.deleted", 1) });
    must(markAccountDeleted(fixture.session(), 1));
    QCOMPARE(idsAfter(fixture.session(), 0, { 1, true }), QList<qint64>{ 2 });
    QVERIFY(must(purgeAccountBatch(fixture.session(), 1, 10)));
    QCOMPARE(idsAfter(fixture.session(), 0, { 1, true }), QList<qint64>{ 2 });
    QCOMPARE(idsAfter(fixture.session(), 0, { 2, true }), QList<qint64>());
}

void TestEventLog::keepsADayWhateverTheNumber()
{
    StoreFixture fixture;
    publish(fixture.session(), QList<Event>(12'000, anEvent("a")));
    fixture.clock.ms += (eventsKeptSeconds - 1) * 1000;
    publish(fixture.session(), QList<Event>(500, anEvent("b")));
    pruneAll(fixture.session());
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 1, 12'500 }));
}

void TestEventLog::keepsOneDay()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("a") });
    fixture.clock.ms += 1000;
    publish(fixture.session(), { anEvent("b") });
    fixture.clock.ms += eventsKeptSeconds * 1000;
    publish(fixture.session(), QList<Event>(256, anEvent("c")));
    pruneAll(fixture.session());
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 2, 258 }));
}

void TestEventLog::removesTheOldestWhereThereAreTooMany_data()
{
    QTest::addColumn<qint64>("most");
    QTest::addColumn<qint64>("mostBytes");
    QTest::addColumn<qint64>("oldest");
    QTest::newRow("room for all") << qint64(100) << qint64(200) << qint64(1);
    QTest::newRow("number") << qint64(60) << qint64(1000) << qint64(41);
    QTest::newRow("bytes") << qint64(1000) << qint64(150) << qint64(26);
}

void TestEventLog::removesTheOldestWhereThereAreTooMany()
{
    QFETCH(qint64, most);
    QFETCH(qint64, mostBytes);
    StoreFixture fixture;
    publish(fixture.session(), QList<Event>(100, anEvent("a"))); // of 2 bytes each
    const EventLimits limits{ .most = most, .mostBytes = mostBytes };
    const EventPruning pruned = must(pruneEvents(fixture.session(), limits));
    const qint64 oldest = must(eventBounds(fixture.session())).oldest;
    QTEST(oldest, "oldest");
    QCOMPARE(pruned, (EventPruning{ false, oldest > 1 }));
    QCOMPARE(must(pruneEvents(fixture.session(), limits)), EventPruning());
}

void TestEventLog::removesSomeAtOnce()
{
    StoreFixture fixture;
    publish(fixture.session(), QList<Event>(1200, anEvent("a")));
    fixture.clock.ms += (eventsKeptSeconds + 1) * 1000;
    QCOMPARE(must(pruneEvents(fixture.session())), (EventPruning{ true, false }));
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 501, 1200 }));
    pruneAll(fixture.session());
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 1201, 1200 }));
}

// A clock that was a year ahead must not keep events for a year.
void TestEventLog::forgetsEventsFromAheadOfTheClock()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("a") });
    fixture.clock.ms -= 365 * eventsKeptSeconds * 1000;
    publish(fixture.session(), { anEvent("b") });
    pruneAll(fixture.session());
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 2, 2 }));
}

void TestEventLog::knowsTheirSizeWhateverRemovesThem()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    const auto isKnown = [&fixture] {
        return fixture.number(u"SELECT bytes FROM event_counter"_s)
            == fixture.number(u"SELECT coalesce(sum(length(data)), 0) FROM events"_s);
    };
    publish(fixture.session(), QList<Event>(600, anEvent("a")));
    fixture.clock.ms += (eventsKeptSeconds + 1) * 1000;
    publish(fixture.session(), { anEvent("b", 1), anEvent("c", 0, bert), anEvent("d") });
    QVERIFY(isKnown());
    pruneAll(fixture.session());
    QVERIFY(isKnown());
    {
        Transaction tx(fixture.session());
        QCOMPARE(must(purgeEvents(fixture.session(), 1, 10)), 1);
        must(removeEventsOfUser(fixture.session(), bert));
        must(tx.commit());
    }
    QVERIFY(isKnown());
    QCOMPARE(idsAfter(fixture.session(), 0), QList<qint64>{ 603 });
}

void TestEventLog::neverUsesAnIdAgain()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("a"), anEvent("b") });
    fixture.clock.ms += (eventsKeptSeconds + 1) * 1000;
    pruneAll(fixture.session());
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 3, 2 }));
    publish(fixture.session(), { anEvent("c") });
    QCOMPARE(idsAfter(fixture.session(), 0), QList<qint64>{ 3 });
}

void TestEventLog::idsRiseInCommitOrder()
{
    const QTemporaryDir dir;
    const auto database = must(openDatabase(TestServer::optionsIn(dir.path())));
    QList<qint64> heard;
    std::atomic<int> count = 0;
    database->onCommitted([&](const QList<Event> &events) {
        heard.append(events.first().id);
        ++count;
    });
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i)
                database->write([](Session &session) { publish(session, { anEvent("a") }); });
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QTRY_COMPARE(count.load(), 200);
    QVERIFY(std::ranges::is_sorted(heard));
    QCOMPARE(heard.last(), 200);
}

void TestEventLog::oneBadStatementSpoilsTheTransaction()
{
    StoreFixture fixture;
    const Error::Code code = makeLittleRoom(fixture);
    {
        Transaction tx(fixture.session());
        must(setSetting(fixture.session(), 0, u"small"_s, u"x"_s));
        const Result<void> big = setSetting(fixture.session(), 0, u"big"_s, QString(100'000, u'x'));
        QVERIFY(!big);
        QCOMPARE(big.error().code, code);
        // If the engine had rolled back unnoticed, this value would be stored alone.
        QVERIFY(!setSetting(fixture.session(), 0, u"after"_s, u"x"_s).ok());
        QCOMPARE(tx.commit().error().code, code);
    }
    if (fixture.engine() == Engine::Sqlite)
        fixture.number(u"PRAGMA max_page_count = 1000000"_s);
    QCOMPARE(must(settings(fixture.session(), 0)).size(), 0);
    publish(fixture.session(), { anEvent("a") });
}

void TestEventLog::publishesNothingIfTheCommitFails()
{
    StoreFixture fixture;
    Session &session = fixture.session();
    must(session.execute(u"CREATE TABLE targets (id BIGINT PRIMARY KEY)"_s));
    // Checked by the COMMIT itself.
    must(session.execute(u"CREATE TABLE sources (target BIGINT NOT NULL REFERENCES targets (id) "
                         "DEFERRABLE INITIALLY DEFERRED)"_s));
    QList<Event> announced;
    session.onCommitted([&](const QList<Event> &events) { announced = events; });
    {
        Transaction tx(session);
        must(session.execute(u"INSERT INTO sources (target) VALUES (1)"_s));
        tx.publish(anEvent("a"));
        const Result<void> ended = tx.commit();
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, Error::Code::Conflict);
    }
    QCOMPARE(announced, QList<Event>());
    QCOMPARE(fixture.number(u"SELECT count(*) FROM sources"_s), 0);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM events"_s), 0);
    publish(session, { anEvent("b") });
    QCOMPARE(announced.size(), 1);
}

void TestEventLog::readsNewsAsTheyWerePublished()
{
    StoreFixture fixture;
    QList<Event> committed;
    fixture.session().onCommitted([&](const QList<Event> &events) { committed = events; });
    publish(fixture.session(), { anEvent("a", 1), anEvent("b", 0, 1) });
    QCOMPARE(must(newsAfter(fixture.session(), 0, 10)), committed);
    QCOMPARE(committed[0].ownerId, 1);
    QCOMPARE(committed[0].at, fixture.clock.now());
}

void TestEventLog::goesOnAboveWhatWentOutAfterARewind()
{
    StoreFixture fixture;
    Folder folder = fixture.inbox();
    folder.comparedAt = fixture.clock.now();
    must(updateFolder(fixture.session(), folder));
    publish(fixture.session(), { anEvent("a") });
    must(noteRewind(fixture.session(), 10));
    publish(fixture.session(), { anEvent("b") });
    QList<Event> news = must(newsAfter(fixture.session(), 1, 10));
    QCOMPARE(news.size(), 2);
    QCOMPARE(news[0].id, 11);
    QCOMPARE(news[0].name, "resync");
    QCOMPARE(news[0].data, R"({"reason":"ahead"})");
    QCOMPARE(news[1].id, 12);
    QCOMPARE(fixture.inbox().comparedAt, 0);
    must(noteRewind(fixture.session(), 0)); // a rewind in which no event was lost
    QCOMPARE(must(newsAfter(fixture.session(), 12, 10)).size(), 0);
}

QTEST_GUILESS_MAIN(TestEventLog)
#include "tst_eventlog.moc"
