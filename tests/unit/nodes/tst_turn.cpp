// SPDX-License-Identifier: GPL-3.0-or-later
// One look of a node into the database. PostgreSQL only: on SQLite there are no nodes.
#include "nodes/turn.h"
#include "store/nodes/holders.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nodes;

class TestTurn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodeJoinsAndTakesAllAccounts();
    void secondNodeTakesNothingOfALiveOne();
    void accountsOfALostNodeAreTaken();
    void lostLeaseIsFoundByComparing();
    void removedNodeJoinsAgain();
    void requestsGoToTheHolder();
    void statesAreSeenByOthers();
    void stateOfALostLeaseIsNotStored();
    void drainingNodeGivesAllBackAndTakesNothing();
    void patientNodeLeavesTheAccountsOfALostOne();
    void restartedNodeTakesItsAccountsAgain();
    void holderIsTheLiveNodeWithTheLease();
};

namespace {

Store::NodeInfo info(const QString &name)
{
    return { .uuid = name,
             .name = name,
             .address = u"http://"_s + name,
             .version = u"1"_s,
             .keyId = QByteArray(8, 'k') };
}

/** A node, as a Member is one. */
class Node
{
public:
    Node(StoreFixture &fixture, const QString &name) : m_fixture(fixture)
    {
        input.info = info(name);
        input.isBeatDue = true;
        input.takesFromLost = true;
    }

    TurnResult look()
    {
        const TurnResult result = must(takeTurn(m_fixture.session(), input));
        input.nodeId = result.nodeId;
        input.known.weight = result.heldWeight;
        input.all = result.all;
        for (const Store::Fence &lease : result.held.value_or(result.taken))
            add(lease);
        input.toRelease.clear();
        input.states.clear();
        return result;
    }

    TurnInput input;
    QHash<qint64, Store::Fence> held; ///< by account

private:
    void add(const Store::Fence &lease)
    {
        if (held.contains(lease.accountId))
            return;
        held.insert(lease.accountId, lease);
        ++input.known.leases;
        input.known.epochs += lease.epoch;
    }

    StoreFixture &m_fixture;
};

void lose(StoreFixture &fixture, const Node &node)
{
    must(fixture.session().execute(
        u"UPDATE nodes SET beat_at = now() - interval '13 seconds' WHERE id = %1"_s.arg(
            node.input.nodeId)));
}

bool isOnSqlite(const StoreFixture &fixture)
{
    return fixture.engine() == Store::Engine::Sqlite;
}

} // namespace

void TestTurn::nodeJoinsAndTakesAllAccounts()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    fixture.addAccount(1, u"second@example.org"_s);
    Node node(fixture, u"a"_s);
    const TurnResult result = node.look();
    QVERIFY(result.nodeId > 0);
    QCOMPARE(result.share.nodes, 1);
    QCOMPARE(result.first, result.nodeId);
    QCOMPARE(result.all, (Store::AccountSum{ 2, 32 })); // new accounts have much to do
    QCOMPARE(result.taken.size(), 2);
    QCOMPARE(result.taken.first().epoch, 1);
    const TurnResult again = node.look();
    QCOMPARE(again.nodeId, result.nodeId);
    QVERIFY(again.taken.isEmpty());
    QVERIFY(!again.held);
}

void TestTurn::secondNodeTakesNothingOfALiveOne()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    first.look();
    Node second(fixture, u"b"_s);
    QVERIFY(second.look().taken.isEmpty());
    QCOMPARE(second.look().share.nodes, 2);
}

void TestTurn::accountsOfALostNodeAreTaken()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    const Store::Fence old = first.look().taken.first();
    lose(fixture, first);
    Node second(fixture, u"b"_s);
    const TurnResult result = second.look();
    QCOMPARE(result.taken.size(), 1);
    QCOMPARE(result.taken.first().accountId, old.accountId);
    QCOMPARE(result.taken.first().epoch, old.epoch + 1);
}

void TestTurn::lostLeaseIsFoundByComparing()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    first.look();
    lose(fixture, first);
    Node second(fixture, u"b"_s);
    second.look();
    const TurnResult result = first.look();
    QVERIFY(result.held);
    QVERIFY(result.held->isEmpty());
    QCOMPARE(result.share.nodes, 2);
}

void TestTurn::removedNodeJoinsAgain()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node node(fixture, u"a"_s);
    const qint64 before = node.look().nodeId;
    must(fixture.session().execute(u"DELETE FROM nodes"_s));
    const TurnResult result = node.look();
    QVERIFY(result.nodeId > before);
}

void TestTurn::requestsGoToTheHolder()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    first.look();
    Node second(fixture, u"b"_s);
    second.look();
    must(Store::addRequest(fixture.session(),
                           { .accountId = 1,
                             .kind = Store::AccountRequest::Kind::Body,
                             .folderId = 4,
                             .mailId = 5,
                             .uid = 6,
                             .size = 7 }));
    must(Store::addRequest(fixture.session(), { .accountId = 99 })); // there is no such account
    QVERIFY(second.look().requests.isEmpty());
    const QList<Store::AccountRequest> requests = first.look().requests;
    QCOMPARE(requests.size(), 1);
    const Store::AccountRequest &request = requests.first();
    QCOMPARE(request.kind, Store::AccountRequest::Kind::Body);
    QCOMPARE(request.folderId, 4);
    QCOMPARE(request.mailId, 5);
    QCOMPARE(request.uid, 6u);
    QCOMPARE(request.size, 7);
    QVERIFY(first.look().requests.isEmpty());
}

void TestTurn::statesAreSeenByOthers()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    first.look();
    Node second(fixture, u"b"_s);
    first.input.states = { { first.held.value(1), R"({"mode":"idle"})" } };
    first.look();
    const TurnResult seen = second.look();
    QCOMPARE(seen.states.size(), 1);
    QCOMPARE(seen.states.first().state, R"({"mode":"idle"})");
    QVERIFY(first.look().states.isEmpty());
}

void TestTurn::stateOfALostLeaseIsNotStored()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    first.look();
    Store::Fence earlier = first.held.value(1);
    --earlier.epoch;
    first.input.states = { { earlier, R"({"mode":"idle"})" } };
    first.look();
    for (const Store::AccountState &state : Node(fixture, u"b"_s).look().states)
        QCOMPARE(state.state, QByteArray());
}

void TestTurn::drainingNodeGivesAllBackAndTakesNothing()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node node(fixture, u"a"_s);
    QCOMPARE(node.look().taken.size(), 1);
    node.input.isDraining = true;
    const TurnResult result = node.look();
    QVERIFY(result.taken.isEmpty());
    QVERIFY(result.held && result.held->isEmpty());
    QCOMPARE(result.share.nodes, 0);
    QCOMPARE(Node(fixture, u"b"_s).look().taken.size(), 1);
}

void TestTurn::patientNodeLeavesTheAccountsOfALostOne()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    Node first(fixture, u"a"_s);
    first.look();
    lose(fixture, first);
    Node second(fixture, u"b"_s);
    second.input.takesFromLost = false;
    QVERIFY(second.look().taken.isEmpty());
}

void TestTurn::restartedNodeTakesItsAccountsAgain()
{
    StoreFixture fixture;
    if (isOnSqlite(fixture))
        return;
    const Store::Fence before = Node(fixture, u"a"_s).look().taken.first();
    Node again(fixture, u"a"_s);
    const TurnResult result = again.look();
    QVERIFY(result.nodeId > before.nodeId);
    QCOMPARE(result.taken, (QList<Store::Fence>{ { 1, result.nodeId, before.epoch + 1 } }));
    QCOMPARE(result.share.nodes, 1);
}

void TestTurn::holderIsTheLiveNodeWithTheLease()
{
    StoreFixture fixture;
    QCOMPARE(must(Store::holderOf(fixture.session(), 1)), std::nullopt);
    QVERIFY(must(Store::holders(fixture.session())).isEmpty());
    if (isOnSqlite(fixture))
        return;
    Node node(fixture, u"a"_s);
    const Store::Holder expected{ node.look().nodeId, u"a"_s, u"http://a"_s };
    QCOMPARE(must(Store::holderOf(fixture.session(), 1)), expected);
    QCOMPARE(must(Store::holders(fixture.session())),
             (QHash<qint64, Store::Holder>{ { 1, expected } }));
    QCOMPARE(must(Store::holderOf(fixture.session(), 2)), std::nullopt);
    lose(fixture, node);
    QCOMPARE(must(Store::holderOf(fixture.session(), 1)), std::nullopt);
    QVERIFY(must(Store::holders(fixture.session())).isEmpty());
    const TurnResult again = node.look();
    QCOMPARE(again.known, 1);
}

QTEST_GUILESS_MAIN(TestTurn)
#include "tst_turn.moc"
