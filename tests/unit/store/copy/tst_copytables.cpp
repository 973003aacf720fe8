// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the list of tables that are copied between databases with the tables of the migrations.
#include "store/copy/copycolumns.h"
#include "store/copy/copytables.h"
#include "store/db/migrate.h"
#include "storefixture.h"

#include <QSet>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestCopyTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTableIsListedOrMadeAnew();
    void parentsComeFirst();
    void keysDistinguishRows();
    void bothEnginesHaveTheSameColumns();
    void textsOfKeysAreOrderedByTheirBytes();

private:
    StoreFixture m_fixture; ///< of the engine under test
};

namespace {

/** A SQLite database, whatever engine is under test. */
struct Sqlite {
    Sqlite()
    {
        connection = must(Connection::open(dir.filePath(u"other.db"_s), Connection::Kind::Writer));
        session = std::make_unique<Session>(connection->handle(), clock);
        must(migrate(*session));
    }

    QSqlQuery asked(const QString &sql) const
    {
        QSqlQuery query(connection->handle());
        if (!query.exec(sql))
            qFatal("refused: %s", qPrintable(sql));
        return query;
    }

    QTemporaryDir dir;
    StillClock clock;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<Session> session;
};

QSet<QByteArray> listed()
{
    QSet<QByteArray> names;
    for (const CopyTable &table : copyTables())
        names.insert(table.name);
    return names;
}

} // namespace

// If this fails, a migration has added a table: add it to the list in store/copy/copytables.cpp, behind
// the tables that it refers to.
void TestCopyTables::everyTableIsListedOrMadeAnew()
{
    QSet<QByteArray> wanted;
    for (const QByteArray &table : must(tableNames(m_fixture.session()))) {
        if (!isMadeAnew(table))
            wanted.insert(table);
    }
    QCOMPARE(listed(), wanted);
}

void TestCopyTables::parentsComeFirst()
{
    const Sqlite sqlite;
    QSet<QByteArray> before;
    for (const CopyTable &table : copyTables()) {
        QSqlQuery parents =
            sqlite.asked(u"SELECT \"table\" FROM pragma_foreign_key_list('%1')"_s.arg(
                QLatin1StringView(table.name)));
        while (parents.next())
            QVERIFY2(before.contains(parents.value(0).toByteArray()), table.name);
        before.insert(table.name);
    }
}

void TestCopyTables::keysDistinguishRows()
{
    const Sqlite sqlite;
    for (const CopyTable &table : copyTables()) {
        QSqlQuery columns =
            sqlite.asked(u"SELECT name FROM pragma_table_info('%1') WHERE pk > 0 ORDER BY pk"_s.arg(
                QLatin1StringView(table.name)));
        QList<QByteArray> primary;
        while (columns.next())
            primary.append(columns.value(0).toByteArray());
        if (!primary.isEmpty()) // a table without a primary key has one row
            QCOMPARE(keyColumns(table), primary);
    }
}

void TestCopyTables::bothEnginesHaveTheSameColumns()
{
    const Sqlite sqlite;
    for (const CopyTable &table : copyTables()) {
        const CopyPlan here = must(copyPlan(m_fixture.session(), table));
        QCOMPARE(here.columns, must(copyPlan(*sqlite.session, table)).columns);
        QVERIFY2(!here.columns.isEmpty(), table.name);
    }
}

void TestCopyTables::textsOfKeysAreOrderedByTheirBytes()
{
    if (m_fixture.engine() == Engine::Sqlite)
        return; // SQLite always orders by bytes
    for (const CopyTable &table : copyTables()) {
        for (const QByteArray &column : keyColumns(table)) {
            const QString others =
                u"SELECT count(*) FROM information_schema.columns WHERE table_name = '%1'"
                " AND column_name = '%2' AND data_type = 'text'"
                " AND collation_name IS DISTINCT FROM 'C'"_s;
            QCOMPARE(m_fixture.number(
                         others.arg(QLatin1StringView(table.name), QLatin1StringView(column))),
                     0);
        }
    }
}

QTEST_GUILESS_MAIN(TestCopyTables)
#include "tst_copytables.moc"
