// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/qtstatement.h"
#include "store/sql/sqlerror.h"
#include "store/sql/sqlitestatement.h"
#include "storefixture.h"

#include <QSqlDriver>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace Store;

/// Statements of SQLite that are executed without QtSql: with the values that QtSql reads and writes.
class TestSqliteStatement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isUsedForOpenConnections();
    void valuesAreThoseOfQtSql_data();
    void valuesAreThoseOfQtSql();
    void valuesAreConvertedAsByQtSql_data();
    void valuesAreConvertedAsByQtSql();
    void loneSurrogatesBecomeReplacements();
    void aPlaceholderMayStandTwice();
    void placesAreCountedInOrder();
    void valuesStayBoundUntilTheNext();
    void valuesAreForgotten();
    void bytesNeedNotOutliveTheBinding();
    void borrowedBytesAreNotCopied();
    void rowsComeInOrder();
    void statementsAreReadSideBySide();
    void aValueBoundMeanwhileEndsReading();
    void changedRowsAreCounted();
    void rowsOfAChangeAreReturned();
    void brokenStatementIsAnError();
    void errorsHaveTheirCode();
    void worksAfterAnError();
    void finishedReadingFreesTheSnapshot();
    void lastRowFreesTheSnapshot();
    void tableMayChangeBetweenExecutions();
    void connectionClosesAfterIt();

private:
    std::unique_ptr<StatementExecutor> direct(const QString &sql);
    std::unique_ptr<StatementExecutor> byQtSql(const QString &sql);
    std::unique_ptr<StatementExecutor> prepared(std::unique_ptr<StatementExecutor> statement,
                                                const QString &sql);
    static QVariant only(StatementExecutor &statement);
    /// Pages of the log that cannot be written back because of a reader.
    qint64 pinnedPages();

    StoreFixture m_fixture;
};

std::unique_ptr<StatementExecutor>
TestSqliteStatement::prepared(std::unique_ptr<StatementExecutor> statement, const QString &sql)
{
    if (!statement->prepare(sql))
        qFatal("%s", qPrintable(statement->error().text()));
    return statement;
}

std::unique_ptr<StatementExecutor> TestSqliteStatement::direct(const QString &sql)
{
    const QSqlDriver &driver = *m_fixture.handle().driver();
    return prepared(std::make_unique<SqliteStatement>(*SqliteLibrary::functionsOf(driver),
                                                      SqliteLibrary::connectionOf(driver)),
                    sql);
}

std::unique_ptr<StatementExecutor> TestSqliteStatement::byQtSql(const QString &sql)
{
    return prepared(std::make_unique<QtStatement>(*m_fixture.handle().driver(), true,
                                                  QtStatement::Form::Prepared),
                    sql);
}

QVariant TestSqliteStatement::only(StatementExecutor &statement)
{
    if (!statement.exec() || !statement.next(true))
        qFatal("%s", qPrintable(statement.error().text()));
    const QVariant value = statement.value(0);
    statement.finish(true);
    return value;
}

qint64 TestSqliteStatement::pinnedPages()
{
    const auto checkpoint = byQtSql(u"PRAGMA wal_checkpoint(PASSIVE)"_s);
    if (!checkpoint->exec() || !checkpoint->next(true))
        qFatal("%s", qPrintable(checkpoint->error().text()));
    return checkpoint->number(1) - checkpoint->number(2);
}

void TestSqliteStatement::isUsedForOpenConnections()
{
    QVERIFY(SqliteLibrary::functionsOf(*m_fixture.handle().driver()));
    const QSqlDatabase none;
    QVERIFY(!SqliteLibrary::functionsOf(*none.driver()));
}

void TestSqliteStatement::valuesAreThoseOfQtSql_data()
{
    QTest::addColumn<QVariant>("value");
    QTest::newRow("0") << QVariant(0);
    QTest::newRow("largest") << QVariant::fromValue(std::numeric_limits<qint64>::max());
    QTest::newRow("smallest") << QVariant::fromValue(std::numeric_limits<qint64>::min());
    QTest::newRow("unsigned") << QVariant(4'294'967'295U);
    QTest::newRow("true") << QVariant(true);
    QTest::newRow("fraction") << QVariant(2.5);
    QTest::newRow("text") << QVariant(u"Müller 会议 🎉 'x' :value"_s);
    QTest::newRow("text with zeros") << QVariant(u"a\0b"_s);
    QTest::newRow("empty text") << QVariant(u""_s);
    QTest::newRow("null text") << QVariant(QString());
    QTest::newRow("bytes") << QVariant(QByteArray("\0\xff\x80x", 4));
    QTest::newRow("empty bytes") << QVariant(QByteArray(""));
    QTest::newRow("null bytes") << QVariant(QByteArray());
    QTest::newRow("nothing") << QVariant();
    QTest::newRow("numbers as text") << QVariant(QByteArray::number(12));
    QTest::newRow("largest unsigned") << QVariant::fromValue(std::numeric_limits<quint64>::max());
}

void TestSqliteStatement::valuesAreThoseOfQtSql()
{
    QFETCH(QVariant, value);
    const QString sql = u"SELECT :value AS value, typeof(:value) AS type, :value IS NULL"_s;
    const auto mine = direct(sql);
    const auto theirs = byQtSql(sql);
    for (const auto *statement : { &mine, &theirs }) {
        (*statement)->bind(u":value"_s, value);
        QVERIFY((*statement)->exec() && (*statement)->next(true));
    }
    QCOMPARE(mine->value(1), theirs->value(1));
    QCOMPARE(mine->value(2), theirs->value(2));
    QCOMPARE(mine->isNull(0), theirs->isNull(0));
    if (!mine->isNull(0)) // QtSql has a type for NULL
        QCOMPARE(mine->value(0), theirs->value(0));
    QCOMPARE(mine->columns(), theirs->columns());
}

void TestSqliteStatement::valuesAreConvertedAsByQtSql_data()
{
    QTest::addColumn<QString>("expression");
    for (const char *const expression :
         { "5", "-5", "9223372036854775807", "2.5", "3.5", "-2.5", "'12'", "'x'", "''", "x'3132'",
           "x''", "x'ff00'", "NULL", "'会议'", "x'e4bc9a'" })
        QTest::newRow(expression) << QString::fromUtf8(expression);
}

void TestSqliteStatement::valuesAreConvertedAsByQtSql()
{
    QFETCH(QString, expression);
    const auto mine = direct(u"SELECT "_s + expression);
    const auto theirs = byQtSql(u"SELECT "_s + expression);
    QVERIFY(mine->exec() && mine->next(true));
    QVERIFY(theirs->exec() && theirs->next(true));
    QCOMPARE(mine->number(0), theirs->number(0));
    QCOMPARE(mine->text(0), theirs->text(0));
    QCOMPARE(mine->bytes(0), theirs->bytes(0));
    QCOMPARE(mine->borrowedBytes(0), theirs->borrowedBytes(0));
    QCOMPARE(mine->isNull(0), theirs->isNull(0));
}

void TestSqliteStatement::loneSurrogatesBecomeReplacements()
{
    const auto statement = direct(u"SELECT :value"_s);
    statement->bind(u":value"_s, QString(u"a"_s + QChar(0xd800) + u"b"_s));
    const QString text = only(*statement).toString();
    QCOMPARE(text.size(), 3);
    QVERIFY2(!text.contains(QChar(0xd800)), qPrintable(text));
}

void TestSqliteStatement::aPlaceholderMayStandTwice()
{
    const auto statement = direct(u"SELECT :a || :b || :a"_s);
    statement->bind(u":b"_s, u"-"_s);
    statement->bind(u":a"_s, u"x"_s);
    statement->bind(u":unknown"_s, u"y"_s);
    QCOMPARE(only(*statement).toString(), u"x-x"_s);
}

void TestSqliteStatement::placesAreCountedInOrder()
{
    const auto statement = direct(u"SELECT :second || :first"_s);
    statement->bind(0, u"a"_s);
    statement->bind(1, u"b"_s);
    statement->bind(2, u"c"_s);
    QCOMPARE(only(*statement).toString(), u"ab"_s);
}

void TestSqliteStatement::valuesStayBoundUntilTheNext()
{
    const auto statement = direct(u"SELECT :a || :b"_s);
    statement->bind(u":a"_s, u"x"_s);
    for (const QString &b : { u"1"_s, u"2"_s }) {
        statement->bind(u":b"_s, b);
        QCOMPARE(only(*statement).toString(), u"x"_s + b);
    }
}

void TestSqliteStatement::valuesAreForgotten()
{
    const auto statement = direct(u"SELECT :a IS NULL"_s);
    statement->bind(u":a"_s, u"x"_s);
    QCOMPARE(only(*statement).toInt(), 0);
    statement->forgetValues();
    QCOMPARE(only(*statement).toInt(), 1);
}

void TestSqliteStatement::bytesNeedNotOutliveTheBinding()
{
    constexpr qsizetype size = 1 << 20;
    const auto statement = direct(u"SELECT :bytes"_s);
    {
        QByteArray bytes(size, 'x');
        statement->bind(u":bytes"_s, bytes);
        bytes.fill('y');
    }
    QCOMPARE(only(*statement).toByteArray(), QByteArray(size, 'x'));
}

void TestSqliteStatement::borrowedBytesAreNotCopied()
{
    const auto statement = direct(u"SELECT zeroblob(5)"_s);
    QVERIFY(statement->exec() && statement->next(true));
    const QByteArray borrowed = statement->borrowedBytes(0);
    QCOMPARE(borrowed, QByteArray(5, '\0'));
    QCOMPARE(statement->borrowedBytes(0).constData(), borrowed.constData());
}

void TestSqliteStatement::rowsComeInOrder()
{
    const auto statement = direct(u"SELECT 3 AS a, 4 AS b UNION ALL SELECT 5, 6 ORDER BY 1"_s);
    for (int i = 0; i < 2; ++i) { // executed again before the end, and after it
        QVERIFY(statement->exec());
        QVERIFY(statement->next(true));
        QCOMPARE(statement->number(1), 4);
    }
    QVERIFY(statement->next(true));
    QCOMPARE(statement->number(0), 5);
    QVERIFY(!statement->next(true));
    QVERIFY(!statement->next(true));
    QVERIFY(!statement->error().isValid());
    QCOMPARE(statement->columns(), (QList<QByteArray>{ "a", "b" }));
}

void TestSqliteStatement::statementsAreReadSideBySide()
{
    const auto first = direct(u"SELECT 1 UNION ALL SELECT 2"_s);
    const auto second = direct(u"SELECT 3 UNION ALL SELECT 4"_s);
    QVERIFY(first->exec() && first->next(true));
    QVERIFY(second->exec() && second->next(true));
    QVERIFY(first->next(false));
    QCOMPARE(first->number(0), 2);
    QVERIFY(second->next(false));
    QCOMPARE(second->number(0), 4);
}

void TestSqliteStatement::aValueBoundMeanwhileEndsReading()
{
    const auto statement = direct(u"SELECT :a UNION ALL SELECT 2"_s);
    statement->bind(u":a"_s, 1);
    QVERIFY(statement->exec() && statement->next(true));
    statement->bind(u":a"_s, 5);
    QVERIFY(!statement->next(true));
    QVERIFY(statement->exec() && statement->next(true));
    QCOMPARE(statement->number(0), 5);
}

void TestSqliteStatement::changedRowsAreCounted()
{
    must(m_fixture.session().execute(u"CREATE TABLE numbers (n INTEGER)"_s));
    const auto insert = direct(u"INSERT INTO numbers (n) VALUES (:n), (:n)"_s);
    insert->bind(u":n"_s, 7);
    QVERIFY(insert->exec());
    QVERIFY(!insert->next(true));
    QCOMPARE(insert->affected(), 2);
    const auto remove = direct(u"DELETE FROM numbers WHERE n = :n"_s);
    remove->bind(u":n"_s, 8);
    QVERIFY(remove->exec());
    QCOMPARE(remove->affected(), 0);
}

void TestSqliteStatement::rowsOfAChangeAreReturned()
{
    must(m_fixture.session().execute(u"CREATE TABLE pairs (n INTEGER, m INTEGER)"_s));
    const auto insert = direct(u"INSERT INTO pairs (n, m) VALUES (1, 2), (3, 4) RETURNING n + m"_s);
    QVERIFY(insert->exec() && insert->next(true));
    QCOMPARE(insert->number(0), 3);
    QVERIFY(insert->next(true));
    QCOMPARE(insert->number(0), 7);
    QVERIFY(!insert->next(true));
    QCOMPARE(insert->affected(), 2);
}

void TestSqliteStatement::brokenStatementIsAnError()
{
    const QSqlDriver &driver = *m_fixture.handle().driver();
    SqliteStatement statement(*SqliteLibrary::functionsOf(driver),
                              SqliteLibrary::connectionOf(driver));
    QVERIFY(!statement.prepare(u"SELECT missing FROM mails"_s));
    QVERIFY(statement.error().isValid());
    QVERIFY2(toError(statement.error()).message.contains(u"no such column"_s),
             qPrintable(toError(statement.error()).message));
    statement.bind(u":value"_s, 1);
    statement.finish(true);
    statement.forgetValues();
    QVERIFY(statement.error().isValid());
}

void TestSqliteStatement::errorsHaveTheirCode()
{
    const QString sql =
        u"INSERT INTO body_pieces (mail_id, position, size, bytes) VALUES (-1, 0, 0, x'00')"_s;
    const auto mine = direct(sql);
    const auto theirs = byQtSql(sql);
    QVERIFY(!mine->exec());
    QVERIFY(!theirs->exec());
    QCOMPARE(mine->error().nativeErrorCode(), theirs->error().nativeErrorCode());
    QCOMPARE(mine->error().databaseText(), theirs->error().databaseText());
    QCOMPARE(toError(mine->error()).code, Error::Code::Conflict); // the mail is not there
    QVERIFY(!mine->next(true));
}

void TestSqliteStatement::worksAfterAnError()
{
    must(m_fixture.session().execute(u"CREATE TABLE single (n INTEGER PRIMARY KEY)"_s));
    const auto insert = direct(u"INSERT INTO single (n) VALUES (:n)"_s);
    insert->bind(u":n"_s, 1);
    QVERIFY(insert->exec());
    QVERIFY(!insert->exec());
    QCOMPARE(toError(insert->error()).code, Error::Code::Conflict);
    insert->bind(u":n"_s, 2);
    QVERIFY(insert->exec());
    QVERIFY(!insert->error().isValid());
}

void TestSqliteStatement::finishedReadingFreesTheSnapshot()
{
    const auto read = direct(u"SELECT 1 FROM accounts UNION ALL SELECT 2"_s);
    QVERIFY(read->exec() && read->next(true));
    must(m_fixture.session().execute(u"CREATE TABLE later (n INTEGER)"_s));
    QVERIFY(read->next(true)); // goes on with what it read from
    read->finish(true);
    QCOMPARE(pinnedPages(), 0);
}

void TestSqliteStatement::lastRowFreesTheSnapshot()
{
    const auto read = direct(u"SELECT id FROM accounts WHERE id < 0"_s);
    QVERIFY(read->exec());
    QVERIFY(!read->next(true));
    must(m_fixture.session().execute(u"CREATE TABLE afterwards (n INTEGER)"_s));
    QCOMPARE(pinnedPages(), 0);
}

void TestSqliteStatement::tableMayChangeBetweenExecutions()
{
    must(m_fixture.session().execute(u"CREATE TABLE growing (n INTEGER)"_s));
    const auto count = direct(u"SELECT count(*) FROM growing"_s);
    QCOMPARE(only(*count).toInt(), 0);
    must(m_fixture.session().execute(u"ALTER TABLE growing ADD COLUMN m INTEGER"_s));
    must(m_fixture.session().execute(u"INSERT INTO growing VALUES (1, 2)"_s));
    QCOMPARE(only(*count).toInt(), 1);
}

void TestSqliteStatement::connectionClosesAfterIt()
{
    const QTemporaryDir dir;
    const QString file = dir.filePath(u"own.db"_s);
    {
        const auto connection = must(Connection::open(file, Connection::Kind::Writer));
        const SystemClock clock;
        Session session(connection->handle(), clock);
        must(session.execute(u"CREATE TABLE numbers (n INTEGER)"_s));
        QVERIFY(QFile::exists(file + u"-wal"_s));
        Query query = session.query("numbers", "all", [](const QByteArray &) {
            return QByteArray("SELECT 1 AS n UNION ALL SELECT 2");
        });
        QVERIFY(query.exec() && query.next());
    }
    QVERIFY(!QFile::exists(file + u"-wal"_s)); // the last connection removes it
}

QTEST_GUILESS_MAIN(TestSqliteStatement)
#include "tst_sqlitestatement.moc"
