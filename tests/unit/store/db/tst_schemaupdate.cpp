// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that older programs survive, and steps that they do not survive. On PostgreSQL beside older programs.
#include "store/db/migrate.h"
#include "store/db/schemacheck.h"
#include "store/sql/schemastate.h"
#include "storefixture.h"

#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

Migration step(int version, std::optional<int> compatibleFrom)
{
    return { version,
             u"t%1"_s.arg(version),
             { u"CREATE TABLE t%1 (x INTEGER)"_s.arg(version) },
             compatibleFrom };
}

Migration expand(int version)
{
    return step(version, 0);
}

Migration contract(int version)
{
    return step(version, std::nullopt);
}

QList<int> numbers(const QList<Migration> &steps)
{
    QList<int> found;
    for (const Migration &one : steps)
        found.append(one.version);
    return found;
}

/** A database with the steps of this program, which the program with more steps updates. */
class Chain
{
public:
    explicit Chain(const QList<Migration> &more) : m_steps(migrations(fixture.engine()) + more) { }

    bool isShared() const { return fixture.engine() == Engine::Postgresql; }
    int own() { return newestVersion(fixture.engine()); }
    SchemaUpdate update() { return must(updateSchema(fixture.session(), m_steps)); }
    SchemaUpdate plan() { return must(planUpdate(fixture.session(), m_steps)); }
    Result<void> startNewer() { return migrate(fixture.session(), m_steps); }
    Result<void> startOlder() { return migrate(fixture.session()); }
    SchemaState state() { return must(schemaState(fixture.session())); }

    /// Another program of this version on the same database.
    Result<std::unique_ptr<Connection>> connect(Connection::Kind kind = Connection::Kind::Writer)
    {
        QSqlQuery schema(fixture.handle());
        if (!schema.exec(u"SELECT current_schema()"_s) || !schema.next())
            qFatal("no schema");
        const QString url = qEnvironmentVariable("POSTRIDER_TEST_POSTGRESQL")
            + u"&options=-c%20search_path%3D"_s + schema.value(0).toString();
        return Connection::open(must(databaseAddress(url)), kind);
    }
    void addNode(const QString &name, int knownSchema, const QString &age)
    {
        must(fixture.session().execute(
            u"INSERT INTO nodes (uuid, name, address, version, key_id, known_schema, beat_at) "
            "VALUES ('%1', '%1', 'http://%1', '1.0.0', 'k', %2, now() - interval '%3 seconds')"_s
                .arg(name, QString::number(knownSchema), age)));
    }

    StoreFixture fixture;

private:
    const QList<Migration> m_steps;
};

} // namespace

class TestSchemaUpdate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void expansionsLeaveTheDatabaseToOlderPrograms();
    void contractionEndsOlderPrograms();
    void contractionAfterAStepLeavesItToProgramsThatKnowTheStep();
    void laterExpansionDoesNotReverseAContraction();
    void failedStepEndsTheUpdate();
    void nothingIsDoneTwice();
    void planChangesNothing();
    void connectedOlderProgramHoldsBackTheContractionAndAllAfterIt();
    void olderNodesAreNamed();
    void lostNodeHoldsNothingBack();
    void readersHoldNothingBack();
    void olderProgramCannotConnectAfterAContraction();
    void olderProgramCannotConnectDuringAContraction();
};

void TestSchemaUpdate::expansionsLeaveTheDatabaseToOlderPrograms()
{
    Chain chain({ expand(9000), expand(9001) });
    QCOMPARE(numbers(chain.update().applied), QList<int>({ 9000, 9001 }));
    QCOMPARE(chain.state().version, 9001);
    QVERIFY(chain.state().compatibleFrom <= chain.own());
    QVERIFY(chain.startOlder().ok());
    QVERIFY(checkSchema(chain.fixture.session()).ok());
    QCOMPARE(chain.state().version, 9001);
}

void TestSchemaUpdate::contractionEndsOlderPrograms()
{
    Chain chain({ expand(9000), contract(9001) });
    QVERIFY(chain.startNewer().ok());
    QCOMPARE(chain.state(), (SchemaState{ 9001, 9001 }));
    for (const Result<void> &refused :
         { chain.startOlder(), checkSchema(chain.fixture.session()) }) {
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Error::Code::Conflict);
        QVERIFY(refused.error().message.contains(u"newer version of Postrider (schema 9001"_s));
    }
    QVERIFY(chain.startNewer().ok());
}

void TestSchemaUpdate::contractionAfterAStepLeavesItToProgramsThatKnowTheStep()
{
    Chain known({ step(9000, newestVersion(Engine::Sqlite)) });
    known.update();
    QCOMPARE(known.state(), (SchemaState{ 9000, known.own() }));
    QVERIFY(known.startOlder().ok());
    Chain unknown({ expand(9000), step(9001, 9000) });
    unknown.update();
    QCOMPARE(unknown.state(), (SchemaState{ 9001, 9000 }));
    QVERIFY(!unknown.startOlder());
}

void TestSchemaUpdate::laterExpansionDoesNotReverseAContraction()
{
    Chain chain({ contract(9000), expand(9001) });
    chain.update();
    QCOMPARE(chain.state(), (SchemaState{ 9001, 9000 }));
    QVERIFY(!chain.startOlder());
}

void TestSchemaUpdate::failedStepEndsTheUpdate()
{
    Migration broken = expand(9001);
    broken.statements.append(u"CREATE TABLE"_s);
    Chain chain({ expand(9000), broken, expand(9002) });
    const Result<void> failed = chain.startNewer();
    QVERIFY(!failed);
    QVERIFY(failed.error().message.contains(u"to schema 9001 failed"_s));
    QCOMPARE(chain.state().version, 9000);
    QVERIFY(!chain.fixture.session().execute(u"SELECT x FROM t9001"_s));
}

void TestSchemaUpdate::nothingIsDoneTwice()
{
    Chain chain({ expand(9000) });
    chain.update();
    QVERIFY(chain.update().applied.isEmpty());
}

void TestSchemaUpdate::planChangesNothing()
{
    Chain chain({ expand(9000), contract(9001) });
    const SchemaState before = chain.state();
    QCOMPARE(numbers(chain.plan().applied), QList<int>({ 9000, 9001 }));
    QCOMPARE(chain.state(), before);
    QVERIFY(!chain.fixture.session().inTransaction());
    QVERIFY(!chain.fixture.session().execute(u"SELECT x FROM t9000"_s));
    QCOMPARE(numbers(chain.update().applied), QList<int>({ 9000, 9001 }));
}

void TestSchemaUpdate::connectedOlderProgramHoldsBackTheContractionAndAllAfterIt()
{
    Chain chain({ expand(9000), contract(9001), expand(9002) });
    if (!chain.isShared())
        return;
    auto older = must(chain.connect());
    for (const SchemaUpdate &update : { chain.plan(), chain.update() }) {
        QCOMPARE(numbers(update.applied), QList<int>({ 9000 }));
        QCOMPARE(numbers(update.refused), QList<int>({ 9001, 9002 }));
        QVERIFY2(update.reason.contains(u"a program with schema %1, "_s.arg(chain.own())),
                 qPrintable(update.reason));
    }
    QCOMPARE(chain.state().version, 9000);
    const Result<void> refused = chain.startNewer();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Conflict);
    older.reset();
    QTRY_VERIFY_WITH_TIMEOUT(chain.startNewer().ok(),
                             10'000); // the server notices the end a moment later
    QCOMPARE(chain.state(), (SchemaState{ 9002, 9001 }));
}

void TestSchemaUpdate::olderNodesAreNamed()
{
    Chain chain({ expand(9000), step(9001, 9000) });
    if (!chain.isShared())
        return;
    chain.addNode(u"first"_s, chain.own(), u"1"_s);
    chain.addNode(u"second"_s, 0, u"11"_s);
    chain.addNode(u"next"_s, 9000, u"1"_s);
    const SchemaUpdate update = chain.update();
    QCOMPARE(numbers(update.applied), QList<int>({ 9000 }));
    QCOMPARE(update.reason,
             u"first at http://first (version 1.0.0), second at http://second (version 1.0.0)"_s);
    must(chain.fixture.session().execute(u"DELETE FROM nodes WHERE known_schema < 9000"_s));
    QCOMPARE(numbers(chain.update().applied), QList<int>({ 9001 }));
}

void TestSchemaUpdate::lostNodeHoldsNothingBack()
{
    Chain chain({ contract(9000) });
    if (!chain.isShared())
        return;
    chain.addNode(u"lost"_s, chain.own(), u"13"_s);
    QVERIFY(chain.startNewer().ok());
}

void TestSchemaUpdate::readersHoldNothingBack()
{
    Chain chain({ contract(9000) });
    if (!chain.isShared())
        return;
    const auto reader = must(chain.connect(Connection::Kind::Reader));
    QVERIFY(chain.startNewer().ok());
}

void TestSchemaUpdate::olderProgramCannotConnectAfterAContraction()
{
    Chain chain({ contract(9000) });
    if (!chain.isShared())
        return;
    chain.update();
    for (const auto kind : { Connection::Kind::Writer, Connection::Kind::Indexer }) {
        const auto refused = chain.connect(kind);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Error::Code::Conflict);
        QVERIFY(refused.error().message.contains(u"newer version of Postrider (schema 9000"_s));
    }
}

void TestSchemaUpdate::olderProgramCannotConnectDuringAContraction()
{
    // The step itself looks whether a program of this version could register.
    Migration looking = contract(9000);
    looking.statements = { u"CREATE TABLE seen AS SELECT objid FROM pg_locks "
                           "WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND pid = "
                           "pg_backend_pid()"_s };
    Chain chain({ looking });
    if (!chain.isShared())
        return;
    chain.update();
    const qint64 steps = migrations(Engine::Postgresql).size();
    QCOMPARE(chain.fixture.number(u"SELECT COUNT(*) FROM seen"_s),
             steps + 1); // and the one of writing
}

QTEST_GUILESS_MAIN(TestSchemaUpdate)
#include "tst_schemaupdate.moc"
