// SPDX-License-Identifier: GPL-3.0-or-later
// What a dialect says about its engine, compared with what the engine does.
#include "store/db/transaction.h"
#include "store/sql/dialect.h"
#include "storefixture.h"
#include "support/must.h"

#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestDialect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSessionHasTheDialectOfItsDatabase();
    void onlySqliteTakesAnIndexHint();
    void aListOfNumbersIsReadByStatements();
    void aColumnIsComparedWithAListOfNumbers();
    void aViolatedConstraintEndsTheTransactionAsSaid();
    void anUnansweredStatementMeansALossOnlyOfAServer();
    void anIdOfOursRaisesTheNextOneAsSaid();
    void quickCommitsAreEndedByDurableOnes();
};

namespace {

QString textFrom(const QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    if (!query.exec(sql) || !query.next())
        qFatal("no value: %s", qPrintable(sql));
    return query.value(0).toString();
}

} // namespace

void TestDialect::aSessionHasTheDialectOfItsDatabase()
{
    StoreFixture fixture;
    QCOMPARE(&fixture.session().dialect(), &dialectOf(fixture.engine()));
    const Session withoutConnection(fixture.engine(), fixture.clock);
    QCOMPARE(&withoutConnection.dialect(), &dialectOf(fixture.engine()));
    QCOMPARE(fixture.address().isFile(), !fixture.session().dialect().hasServer());
}

// SQLite refuses a hint to an index that does not exist.
void TestDialect::onlySqliteTakesAnIndexHint()
{
    StoreFixture fixture;
    const QByteArray hint = fixture.session().dialect().indexHint("INDEXED BY no_such_index");
    const QString sql = u"SELECT count(*) FROM mails "_s + QString::fromLatin1(hint);
    QCOMPARE(fixture.session().execute(sql).ok(), hint.isEmpty());
    QCOMPARE(hint.isEmpty(), fixture.engine() == Engine::Postgresql);
}

void TestDialect::aListOfNumbersIsReadByStatements()
{
    StoreFixture fixture;
    fixture.number(u"INSERT INTO thread_nodes (hash, thread_id) VALUES (-5, 1), (7, 2), (8, 3) "
                   "RETURNING hash"_s);
    Query query = fixture.session().query("thread_nodes_find");
    query.bind(u":hashes"_s, fixture.session().dialect().numberList({ -5, 7, 9 })).exec();
    QMap<qint64, qint64> threads;
    while (query.next())
        threads.insert(query.int64("hash"), query.int64("thread_id"));
    QVERIFY(!query.failed());
    QCOMPARE(threads, (QMap<qint64, qint64>{ { -5, 1 }, { 7, 2 } }));
}

void TestDialect::aColumnIsComparedWithAListOfNumbers()
{
    StoreFixture fixture;
    const Dialect &dialect = fixture.session().dialect();
    const auto count = [&](const QList<qint64> &numbers) {
        Query query = fixture.session().query("is_one_of", "", [&dialect](const QByteArray &) {
            return "SELECT count(*) FROM (SELECT CAST(2 AS BIGINT) AS n UNION SELECT 3) AS t WHERE "
                + dialect.isOneOf("t.n", ":numbers");
        });
        return must(query.bind(u":numbers"_s, dialect.numberList(numbers)).readNumber());
    };
    QCOMPARE(count({ 1, 2, 3 }), 2);
    QCOMPARE(count({ 1, 2 }), 1);
    QCOMPARE(count({}), 0);
}

void TestDialect::aViolatedConstraintEndsTheTransactionAsSaid()
{
    StoreFixture fixture;
    Transaction transaction(fixture.session());
    const Result<void> refused = fixture.session().execute(
        u"INSERT INTO folders (id, account_id, path, role) VALUES (1, 1, 'twice', '')"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Conflict);
    const bool hasEnded = fixture.session().dialect().endsTransaction(refused.error());
    QSqlQuery next(fixture.handle()); // not of the session, which would refuse it
    QCOMPARE(next.exec(u"SELECT 1"_s), !hasEnded);
}

void TestDialect::anUnansweredStatementMeansALossOnlyOfAServer()
{
    StoreFixture fixture;
    const Dialect &dialect = fixture.session().dialect();
    QCOMPARE(dialect.meansLost(QSqlError()), dialect.hasServer());
    QSqlQuery wrong(fixture.handle());
    QVERIFY(!wrong.exec(u"SELECT no_such_column FROM mails"_s));
    QVERIFY(!dialect.meansLost(wrong.lastError()));
}

void TestDialect::anIdOfOursRaisesTheNextOneAsSaid()
{
    StoreFixture fixture;
    QVERIFY(fixture.session()
                .execute(u"INSERT INTO folders (id, account_id, path, role) "
                         "VALUES (50, 1, 'ours', '')"_s)
                .ok());
    const qint64 next = fixture.addFolder(1, u"next"_s).id;
    QCOMPARE(next > 50, fixture.session().dialect().raisesNextId());
}

void TestDialect::quickCommitsAreEndedByDurableOnes()
{
    StoreFixture fixture;
    const auto writer = must(Connection::open(fixture.address(), Connection::Kind::Writer));
    Session session(writer->handle(), fixture.clock);
    const QString setting =
        fixture.address().isFile() ? u"PRAGMA synchronous"_s : u"SHOW synchronous_commit"_s;
    const QString usual = textFrom(writer->handle(), setting);
    must(session.execute(session.dialect().commitQuickly()));
    QVERIFY(textFrom(writer->handle(), setting) != usual);
    must(session.execute(session.dialect().commitDurably()));
    QCOMPARE(textFrom(writer->handle(), setting), usual);
}

QTEST_GUILESS_MAIN(TestDialect)
#include "tst_dialect.moc"
