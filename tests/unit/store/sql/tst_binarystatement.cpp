// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/libpq.h"
#include "store/sql/session.h"
#include "store/sql/sqlerror.h"
#include "store/sql/statement.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

/// Statements with the mark of BinaryStatement: on PostgreSQL they are executed without QtSql, on SQLite with it.
class TestBinaryStatement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isUsedOnPostgresqlOnly();
    void numbersArriveAsTheyAre_data();
    void numbersArriveAsTheyAre();
    void bytesArriveAsTheyAre();
    void textArrivesAsItIs_data();
    void textArrivesAsItIs();
    void nullsArrive();
    void aPlaceholderMayStandTwice();
    void rowsComeInOrder();
    void isExecutedAgainWithOtherValues();
    void changedRowsAreCounted();
    void errorsHaveTheirCode();
    void otherStatementsWorkBesideIt();
    void rowsThatAreLostAreAnError();
    void rowsThatWereNotReadDisturbNoOtherStatement();
    void lostServerIsNoticed();

private:
    /// Executes `SELECT :value AS value`, with the type of PostgreSQL.
    QVariant echoed(const QVariant &value, const QByteArray &type);
    Statement prepared(const QString &sql);

    StoreFixture m_fixture;
};

Statement TestBinaryStatement::prepared(const QString &sql)
{
    Statement statement(m_fixture.handle(), true);
    if (!statement.prepare(sql))
        qFatal("%s", qPrintable(statement->error().text()));
    return statement;
}

QVariant TestBinaryStatement::echoed(const QVariant &value, const QByteArray &type)
{
    const bool isSqlite = m_fixture.engine() == Engine::Sqlite;
    const QString place =
        isSqlite ? u":value"_s : u"CAST(:value AS %1)"_s.arg(QLatin1StringView(type));
    Statement statement = prepared(u"SELECT /*binary*/ %1 AS value"_s.arg(place));
    statement->bind(u":value"_s, value);
    if (!statement->exec() || !statement->next(true))
        qFatal("%s", qPrintable(statement->error().text()));
    return statement->value(statement.position("value"));
}

void TestBinaryStatement::isUsedOnPostgresqlOnly()
{
    QCOMPARE(Libpq::hasBinary(*m_fixture.handle().driver()),
             m_fixture.engine() == Engine::Postgresql);
}

void TestBinaryStatement::numbersArriveAsTheyAre_data()
{
    QTest::addColumn<qint64>("number");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("BIGINT") << std::numeric_limits<qint64>::max() << QByteArray("BIGINT");
    QTest::newRow("negative BIGINT") << std::numeric_limits<qint64>::min() << QByteArray("BIGINT");
    QTest::newRow("INTEGER") << qint64(2'147'483'647) << QByteArray("INTEGER");
    QTest::newRow("negative INTEGER") << qint64(-5) << QByteArray("INTEGER");
    QTest::newRow("SMALLINT") << qint64(-32'768) << QByteArray("SMALLINT");
    QTest::newRow("BOOLEAN") << qint64(1) << QByteArray("BOOLEAN");
}

void TestBinaryStatement::numbersArriveAsTheyAre()
{
    QFETCH(qint64, number);
    QFETCH(QByteArray, type);
    QCOMPARE(echoed(number, type).toLongLong(), number);
}

void TestBinaryStatement::bytesArriveAsTheyAre()
{
    QByteArray all;
    for (int i = 0; i < 3 * 256; ++i)
        all += char(i);
    QCOMPARE(echoed(all, "BYTEA").toByteArray(), all);
    QCOMPARE(echoed(QByteArray(""), "BYTEA"), QVariant(QByteArray("")));
}

void TestBinaryStatement::textArrivesAsItIs_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << u""_s;
    QTest::newRow("letters") << u"Müller 会议 🎉"_s;
    QTest::newRow("quotes") << u"O'Neil \"mail\"; DROP TABLE mails; -- $1 :value"_s;
}

void TestBinaryStatement::textArrivesAsItIs()
{
    QFETCH(QString, text);
    QCOMPARE(echoed(text, "TEXT").toString(), text);
}

void TestBinaryStatement::nullsArrive()
{
    QVERIFY(echoed(QVariant(), "BYTEA").isNull());
    QVERIFY(echoed(QVariant(), "BIGINT").isNull());
}

void TestBinaryStatement::aPlaceholderMayStandTwice()
{
    Statement statement =
        prepared(u"SELECT /*binary*/ id FROM mails WHERE id = :id OR uid = :id OR size < :other"_s);
    statement->bind(u":id"_s, 5);
    statement->bind(u":other"_s, -1);
    QVERIFY(statement->exec());
    QVERIFY(!statement->next(true));
    QVERIFY(!statement->error().isValid());
}

void TestBinaryStatement::rowsComeInOrder()
{
    Statement statement =
        prepared(u"SELECT /*binary*/ 3 AS a, 4 AS b UNION ALL SELECT 5, 6 ORDER BY 1"_s);
    QVERIFY(statement->exec());
    QVERIFY(statement->next(true));
    QCOMPARE(statement->value(statement.position("b")).toInt(), 4);
    QVERIFY(statement->next(true));
    QCOMPARE(statement->value(statement.position("a")).toInt(), 5);
    QVERIFY(!statement->next(true));
    QVERIFY(!statement->next(true));
    QCOMPARE(statement.position("c"), -1);
}

void TestBinaryStatement::isExecutedAgainWithOtherValues()
{
    Statement statement = prepared(u"SELECT /*binary*/ id FROM mails WHERE id < :id"_s);
    for (const int id : { -1, -2 }) {
        statement->bind(0, id);
        QVERIFY(statement->exec());
        QVERIFY(!statement->next(true));
        statement->finish(true);
    }
}

void TestBinaryStatement::changedRowsAreCounted()
{
    const bool isSqlite = m_fixture.engine() == Engine::Sqlite;
    must(m_fixture.session().execute(
        u"CREATE TABLE pieces (bytes %1)"_s.arg(isSqlite ? u"BLOB"_s : u"BYTEA"_s)));
    Statement insert =
        prepared(u"INSERT INTO pieces (bytes) VALUES (/*binary*/ :bytes), (:bytes)"_s);
    insert->bind(u":bytes"_s, QByteArray("\0x", 2));
    QVERIFY(insert->exec());
    QCOMPARE(insert->affected(), 2);
    Statement read = prepared(u"SELECT /*binary*/ bytes FROM pieces"_s);
    QVERIFY(read->exec() && read->next(true));
    QCOMPARE(read->value(0).toByteArray(), QByteArray("\0x", 2));
}

void TestBinaryStatement::errorsHaveTheirCode()
{
    Statement statement = prepared(
        u"INSERT INTO body_pieces (mail_id, position, size, bytes) VALUES (/*binary*/ -1, 0, 0, :bytes)"_s);
    statement->bind(u":bytes"_s, QByteArray("x"));
    QVERIFY(!statement->exec());
    const QSqlError error = statement->error();
    QVERIFY(error.isValid());
    QVERIFY(!meansLost(error) || m_fixture.engine() == Engine::Sqlite);
    QCOMPARE(toError(error).code, Error::Code::Conflict); // the mail is not there
    QVERIFY2(!toError(error).message.contains(u"Key"_s), qPrintable(toError(error).message));
    QVERIFY(!statement->next(true));
}

void TestBinaryStatement::otherStatementsWorkBesideIt()
{
    Statement binary = prepared(u"SELECT /*binary*/ id FROM mails WHERE id = :id"_s);
    Statement other = prepared(u"SELECT 7 AS number"_s);
    for (int i = 0; i < 3; ++i) {
        binary->bind(u":id"_s, -1);
        QVERIFY(binary->exec());
        QVERIFY(!binary->next(true));
        binary->finish(true);
        QVERIFY(other->exec() && other->next(true));
        QCOMPARE(other->value(0).toInt(), 7);
        other->finish(true);
    }
}

void TestBinaryStatement::rowsThatAreLostAreAnError()
{
    Query binary = m_fixture.session().query("rows", "lost", [](const QByteArray &) {
        return QByteArray(
            "SELECT /*binary*/ 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 ORDER BY 1");
    });
    QVERIFY(binary.exec() && binary.next());
    QCOMPARE(binary.int64("n"), 1);
    QCOMPARE(must(m_fixture.session()
                      .query("keychain_items_count", "one",
                             [](const QByteArray &) { return QByteArray("SELECT 5 AS n"); })
                      .readNumber()),
             5);
    const bool hasMore = binary.next();
    if (m_fixture.engine() == Engine::Sqlite) { // reads both side by side
        QCOMPARE(binary.int64("n"), 2);
        return;
    }
    QVERIFY(!hasMore);
    QVERIFY(binary.failed());
    QCOMPARE(binary.error().code, Error::Code::Storage);
}

void TestBinaryStatement::rowsThatWereNotReadDisturbNoOtherStatement()
{
    const auto numbers = [this](const char *key, const QByteArray &mark) {
        return m_fixture.session().query("numbers", key, [&mark](const QByteArray &) {
            return "SELECT " + mark + " 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 ORDER BY 1";
        });
    };
    for (const QByteArray &mark : { QByteArray(), QByteArray("/*binary*/") }) {
        Query other = numbers(mark.isEmpty() ? "other" : "marked", mark);
        {
            Query unread = numbers("unread", "/*binary*/");
            QVERIFY(unread.exec() && unread.next());
            QVERIFY(other.exec() && other.next());
        }
        QVERIFY(other.next() && other.next());
        QCOMPARE(other.int64("n"), 3);
        QVERIFY(!other.next());
        QVERIFY(!other.failed());
    }
}

void TestBinaryStatement::lostServerIsNoticed()
{
    if (m_fixture.engine() == Engine::Sqlite)
        QSKIP("SQLite has no server.");
    StoreFixture own;
    Statement statement(own.handle(), true);
    QVERIFY(
        statement.prepare(u"SELECT /*binary*/ pg_terminate_backend(pg_backend_pid()) AS ended"_s));
    statement->exec(); // the server may send the row before it ends
    while (statement->next(true)) { }
    QVERIFY(meansLost(statement->error()));
    QVERIFY(!statement->exec());
    QVERIFY(meansLost(statement->error()));
}

QTEST_GUILESS_MAIN(TestBinaryStatement)
#include "tst_binarystatement.moc"
