// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/sse.h"
#include "events/hub.h"
#include "store/db/database.h"
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/opendatabase.h"
#include "support/patience.h"
#include "support/testserver.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Events;

class TestHub : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void greetsFirst();
    void namesWhereToGoOnFromInTheGreeting_data();
    void namesWhereToGoOnFromInTheGreeting();
    void bringsCommittedEventsOnce();
    void sendsEventsToAllowedUsersOnly();
    void replaysWhatWasMissedBeforeWhatComes();
    void replaysOverAnExactJoin();
    void waitsForRoomDuringTheReplay();
    void sendsALongReplayAsThereIsRoom();
    void asksForResync_data();
    void asksForResync();
    void readsAgainWhatTheQueueHadNoRoomFor();
    void saysSoWhenTheQueueLostAResync();
    void survivesListenersThatLeaveDuringASend();
    void stopsTheReplayOfWhoLeft();
    void sendsHeartbeats();

private:
    /// The events that one client received: names and ids, in order.
    using Seen = std::shared_ptr<QByteArrayList>;

    Seen listen(const std::optional<QByteArray> &lastId = {}, Store::Viewer viewer = { 1, false });
    Listener listenerFor(const Seen &seen, Store::Viewer viewer = { 1, false });
    void commit(const QByteArrayList &names, const QByteArray &data = "{}");
    void restart(const HubOptions &options);

    SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<Store::Database> m_database;
    std::unique_ptr<Hub> m_hub;
};

namespace {

HubOptions quiet()
{
    HubOptions options;
    options.heartbeat = std::chrono::milliseconds(0);
    options.replayRetry = std::chrono::milliseconds(1);
    options.replayPage = 2;
    return options;
}

Store::Event eventOf(const QByteArray &name, qint64 account = 0, qint64 user = 0)
{
    return { 0, name, account, user, "{}" };
}

} // namespace

void TestHub::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    auto opened = Store::openDatabase(TestServer::optionsIn(m_dir->path()));
    QVERIFY(opened.ok());
    m_database = std::move(*opened);
    m_hub = std::make_unique<Hub>(*m_database, m_clock, 0, quiet());
    m_database->onCommitted([this](const QList<Store::Event> &events) { m_hub->post(events); });
}

void TestHub::cleanup()
{
    m_database.reset();
    m_hub.reset();
}

void TestHub::restart(const HubOptions &options)
{
    m_hub.reset();
    m_hub = std::make_unique<Hub>(*m_database, m_clock, 0, options);
}

Listener TestHub::listenerFor(const Seen &seen, Store::Viewer viewer)
{
    Listener listener;
    listener.viewer = viewer;
    listener.send = [seen, parser = std::make_shared<Sse::Parser>(),
                     last = QByteArray()](const QByteArray &frames) mutable {
        for (const Sse::Event &event : parser->feed(frames)) {
            const bool hasId = event.lastId != std::exchange(last, event.lastId);
            seen->append(hasId ? event.name + ' ' + event.lastId : event.name);
        }
    };
    return listener;
}

TestHub::Seen TestHub::listen(const std::optional<QByteArray> &lastId, Store::Viewer viewer)
{
    const auto seen = std::make_shared<QByteArrayList>();
    m_hub->add(listenerFor(seen, viewer), lastId);
    return seen;
}

void TestHub::commit(const QByteArrayList &names, const QByteArray &data)
{
    std::atomic<bool> done = false;
    m_database->write([&](Store::Session &session) {
        Store::Transaction tx(session);
        for (const QByteArray &name : names) {
            Store::Event event = eventOf(name);
            event.data = data;
            tx.publish(event);
        }
        done = tx.commit().ok();
        done.notify_all();
    });
    done.wait(false);
}

void TestHub::greetsFirst()
{
    const Seen seen = listen();
    QCOMPARE(*seen, QByteArrayList{ "connected 0" });
    QCOMPARE(m_hub->online(), 1);
}

// When a browser connects again, it sends the last id that it received. If it received only a greeting,
// it goes on from the id of that greeting, which must not skip a replay that the browser still waits for.
void TestHub::namesWhereToGoOnFromInTheGreeting_data()
{
    QTest::addColumn<std::optional<QByteArray>>("lastId");
    QTest::addColumn<QByteArrayList>("expected");
    const auto row = [](const char *name, const std::optional<QByteArray> &lastId,
                        const QByteArrayList &expected) {
        QTest::newRow(name) << lastId << expected;
    };
    row("a new client", {}, { "connected 3" });
    row("one that missed something", "1", { "connected 1", "b 2", "c 3" });
    row("one that missed nothing", "3", { "connected 3" });
    row("an id that cannot be read", "x", { "connected", "resync" });
    row("an id that is too new", "9", { "connected 9", "resync" });
}

void TestHub::namesWhereToGoOnFromInTheGreeting()
{
    QFETCH(std::optional<QByteArray>, lastId);
    QFETCH(QByteArrayList, expected);
    const Seen earlier = listen();
    commit({ "a", "b", "c" });
    QTRY_COMPARE(earlier->size(), 4); // the hub has sent them
    const Seen seen = listen(lastId);
    QTRY_COMPARE(*seen, expected);
}

void TestHub::bringsCommittedEventsOnce()
{
    const Seen first = listen();
    const Seen second = listen();
    commit({ "a", "b" });
    Store::Event passing = eventOf("mail.synced");
    passing.durable = false;
    m_hub->post({ passing });
    const QByteArrayList expected{ "connected 0", "a 1", "b 2", "mail.synced" };
    QTRY_COMPARE(*first, expected);
    QCOMPARE(*second, expected);
}

void TestHub::sendsEventsToAllowedUsersOnly()
{
    const Seen one = listen({}, { 1, true });
    const Seen two = listen({}, { 2, true });
    Store::Event ofOne = eventOf("account 1", 1);
    ofOne.ownerId = 1;
    Store::Event ofTwo = eventOf("account 2", 2);
    ofTwo.ownerId = 2;
    m_hub->post({ ofOne, ofTwo, eventOf("user 2", 0, 2), eventOf("all") });
    QTRY_COMPARE(*one, (QByteArrayList{ "connected 0", "account 1", "all" }));
    QCOMPARE(*two, (QByteArrayList{ "connected 0", "account 2", "user 2", "all" }));
}

void TestHub::replaysWhatWasMissedBeforeWhatComes()
{
    commit({ "a", "b", "c", "d", "e" });
    const Seen seen = listen("2");
    commit({ "f" });
    QTRY_COMPARE(*seen, (QByteArrayList{ "connected 2", "c 3", "d 4", "e 5", "f 6" }));
}

void TestHub::replaysOverAnExactJoin()
{
    commit({ "start" });
    QList<Seen> clients;
    QByteArrayList expected{ "connected 1" };
    for (int i = 0; i < 60; ++i) {
        clients.append(listen("1"));
        commit({ "x" });
        expected.append("x " + QByteArray::number(i + 2));
        if (i % 7 == 0)
            QCoreApplication::processEvents();
    }
    for (const Seen &seen : clients)
        QTRY_COMPARE(*seen, expected);
}

void TestHub::waitsForRoomDuringTheReplay()
{
    commit({ "a", "b", "c", "d", "e" });
    const auto seen = std::make_shared<QByteArrayList>();
    const auto asked = std::make_shared<int>(0);
    Listener listener = listenerFor(seen);
    listener.hasRoom = [asked] {
        return ++*asked % 3 == 0;
    };
    m_hub->add(listener, "0");
    QTRY_COMPARE(*seen, (QByteArrayList{ "connected 0", "a 1", "b 2", "c 3", "d 4", "e 5" }));
    QVERIFY(*asked >= 9);
}

// This client has room for one event at a time, so the hub must not send a whole page at once.
void TestHub::sendsALongReplayAsThereIsRoom()
{
    HubOptions options = quiet();
    options.replayPage = 200;
    restart(options);
    const QByteArray data = '"' + QByteArray(1'200'000, 'x') + '"';
    commit(QByteArrayList(6, "large"), data);
    struct Sent {
        int events = 0; ///< that are large
        int unsent = 0; ///< large events since the last call of hasRoom()
        int most = 0;
    };
    const auto sent = std::make_shared<Sent>();
    Listener listener;
    listener.viewer = { 1, false };
    listener.send = [sent](const QByteArray &frames) {
        if (frames.size() < 1'000'000)
            return;
        ++sent->events;
        sent->most = std::max(sent->most, ++sent->unsent);
    };
    listener.hasRoom = [sent] {
        return std::exchange(sent->unsent, 0) == 0;
    };
    m_hub->add(listener, "0");
    QTRY_COMPARE(sent->events, 6);
    QCOMPARE(sent->most, 1);
}

void TestHub::asksForResync_data()
{
    QTest::addColumn<QByteArray>("lastId");
    QTest::addColumn<QByteArrayList>("greeting");
    QTest::addRow("newest") << "3"_ba << QByteArrayList{ "connected 3" };
    QTest::addRow("unknown, larger") << "9"_ba << QByteArrayList{ "connected 9", "resync" };
    const QByteArrayList refused{ "connected", "resync" };
    QTest::addRow("negative") << "-1"_ba << refused;
    QTest::addRow("no number") << "x1"_ba << refused;
    QTest::addRow("empty") << ""_ba << refused;
    QTest::addRow("too long") << "99999999999999999999"_ba << refused;
}

void TestHub::asksForResync()
{
    QFETCH(QByteArray, lastId);
    QFETCH(QByteArrayList, greeting);
    const Seen earlier = listen();
    commit({ "a", "b", "c" });
    QTRY_COMPARE(earlier->size(), 4); // the hub has sent them
    const Seen seen = listen(lastId);
    QTRY_COMPARE(m_database->waiting(), 0);
    QTRY_COMPARE(*seen, greeting);
    commit({ "d" });
    QTRY_COMPARE(*seen, greeting + QByteArrayList{ "d 4" });
}

void TestHub::readsAgainWhatTheQueueHadNoRoomFor()
{
    const Seen seen = listen();
    commit({ "first" });
    QTRY_COMPARE(seen->size(), 2);
    commit(QByteArrayList(300, "x"));
    QTRY_COMPARE(seen->size(), 302);
    commit({ "last" });
    QTRY_COMPARE(seen->size(), 303);
    QByteArrayList expected{ "connected 0", "first 1" };
    for (int id = 2; id <= 301; ++id)
        expected.append("x " + QByteArray::number(id));
    QCOMPARE(*seen, expected + QByteArrayList{ "last 302" });
}

// A `resync` is in no replay.
void TestHub::saysSoWhenTheQueueLostAResync()
{
    const Seen seen = listen();
    m_hub->post({ eventOf("resync") });
    commit(QByteArrayList(300, "x"));
    QTRY_COMPARE(seen->size(), 258);
    QCOMPARE(seen->at(1), "resync");
    QCOMPARE(seen->at(2), "x 45");
    QCOMPARE(seen->last(), "x 300");
}

void TestHub::survivesListenersThatLeaveDuringASend()
{
    QList<Hub::ListenerId> ids(3);
    int told = 0;
    for (Hub::ListenerId &id : ids) {
        Listener listener;
        listener.send = [&](const QByteArray &) {
            if (++told <= 3) // the greetings
                return;
            for (const Hub::ListenerId other : ids)
                m_hub->remove(other);
        };
        id = m_hub->add(listener);
    }
    m_hub->post({ eventOf("a") });
    QTRY_COMPARE(m_hub->online(), 0);
    QCOMPARE(told, 4);
}

void TestHub::stopsTheReplayOfWhoLeft()
{
    commit({ "a", "b", "c", "d", "e" });
    const auto seen = std::make_shared<QByteArrayList>();
    m_hub->remove(m_hub->add(listenerFor(seen), "0"));
    const Seen other = listen("0");
    QTRY_COMPARE(other->size(), 6);
    QCOMPARE(*seen, QByteArrayList{ "connected 0" });
}

void TestHub::sendsHeartbeats()
{
    HubOptions options = quiet();
    options.heartbeat = std::chrono::milliseconds(5);
    restart(options);
    const Seen seen = listen();
    QTRY_VERIFY(seen->size() >= 4);
    QCOMPARE(seen->at(1), "heartbeat");
}

QTEST_GUILESS_MAIN(TestHub)
#include "tst_hub.moc"
