// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"
#include "store/events.h"
#include "store/settings.h"
#include "store/transaction.h"
#include "storefixture.h"
#include "support/testserver.h"

#include <QMutex>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace Store;

// So that nothing large can be stored; the error that it gives.
static Error::Code makeLittleRoom(StoreFixture &fixture)
{
    if (fixture.engine() == Engine::Postgresql) {
        must(fixture.session().execute(u"ALTER TABLE settings ADD CHECK (length(value) < 1000)"_s));
        return Error::Code::Storage;
    }
    // The page limit stands in for a full disk: SQLite answers SQLITE_FULL to both.
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
    void stillTellsOfAnAccountThatIsGone();
    void keepsTheNewest();
    void keepsOneDay();
    void neverUsesAnIdAgain();
    void idsRiseInCommitOrder();
    void oneBadStatementSpoilsTheTransaction();
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

void TestEventLog::stillTellsOfAnAccountThatIsGone()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("mail.received", 1), anEvent("account.deleted", 1) });
    must(markAccountDeleted(fixture.session(), 1));
    QCOMPARE(idsAfter(fixture.session(), 0, { 1, true }), QList<qint64>{ 2 });
    QVERIFY(must(purgeAccountBatch(fixture.session(), 1, 10)));
    QCOMPARE(idsAfter(fixture.session(), 0, { 1, true }), QList<qint64>{ 2 });
    QCOMPARE(idsAfter(fixture.session(), 0, { 2, true }), QList<qint64>());
}

void TestEventLog::keepsTheNewest()
{
    StoreFixture fixture;
    publish(fixture.session(), QList<Event>(eventsKept + 500, anEvent("a")));
    must(pruneEvents(fixture.session()));
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 501, eventsKept + 500 }));
}

void TestEventLog::keepsOneDay()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("a") });
    fixture.clock.ms += 1000;
    publish(fixture.session(), { anEvent("b") });
    fixture.clock.ms += eventsKeptSeconds * 1000;
    publish(fixture.session(), QList<Event>(256, anEvent("c"))); // prunes by itself
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 2, 258 }));
}

void TestEventLog::neverUsesAnIdAgain()
{
    StoreFixture fixture;
    publish(fixture.session(), { anEvent("a"), anEvent("b") });
    fixture.clock.ms += (eventsKeptSeconds + 1) * 1000;
    must(pruneEvents(fixture.session()));
    QCOMPARE(must(eventBounds(fixture.session())), (EventBounds{ 3, 2 }));
    publish(fixture.session(), { anEvent("c") });
    QCOMPARE(idsAfter(fixture.session(), 0), QList<qint64>{ 3 });
}

void TestEventLog::idsRiseInCommitOrder()
{
    const QTemporaryDir dir;
    const auto database = must(Database::open(TestServer::optionsIn(dir.path())));
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
        // Would stand alone, had the engine rolled back and nobody noticed.
        QVERIFY(!setSetting(fixture.session(), 0, u"after"_s, u"x"_s).ok());
        QCOMPARE(tx.commit().error().code, code);
    }
    if (fixture.engine() == Engine::Sqlite)
        fixture.number(u"PRAGMA max_page_count = 1000000"_s);
    QCOMPARE(must(settings(fixture.session(), 0)).size(), 0);
    publish(fixture.session(), { anEvent("a") });
}

QTEST_GUILESS_MAIN(TestEventLog)
#include "tst_eventlog.moc"
