// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqlerror.h"

#include <QTest>

using namespace Qt::StringLiterals;

/** What an error of PostgreSQL means for the connection that had it. */
class TestSqlError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsALostConnection_data();
    void knowsALostConnection();
    void knowsWhatPasses_data();
    void knowsWhatPasses();
};

void TestSqlError::knowsALostConnection_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("state");
    QTest::addColumn<bool>("lost");
    const auto row = [](const QString &text, const QString &state, bool lost) {
        QTest::addRow("%s %s", qPrintable(state), qPrintable(text)) << text << state << lost;
    };
    row(u"server closed the connection unexpectedly"_s, u""_s, true);
    row(u""_s, u""_s, true); // the connection was closed before, so QtSql sends nothing
    row(u"FATAL:  terminating connection due to administrator command"_s, u"57P01"_s, true);
    row(u"FATAL:  terminating connection due to idle-in-transaction timeout"_s, u"25P03"_s, true);
    row(u"FEHLER: Transaktionszeit"_s, u"25P04"_s, true);
    row(u"FATAL:  terminating connection due to conflict with recovery"_s, u"40001"_s, true);
    row(u"server conn crashed?"_s, u"08P01"_s, true);
    row(u"ERROR:  canceling statement due to statement timeout"_s, u"57014"_s, false);
    row(u"ERROR:  canceling statement due to lock timeout"_s, u"55P03"_s, false);
    row(u"ERROR:  duplicate key value"_s, u"23505"_s, false);
    row(u"ERROR:  could not serialize access"_s, u"40001"_s, false);
    row(u"database is locked"_s, u"5"_s, false); // from SQLite
}

void TestSqlError::knowsALostConnection()
{
    QFETCH(QString, text);
    QFETCH(QString, state);
    QFETCH(bool, lost);
    QCOMPARE(Store::meansLost(QSqlError({}, text, QSqlError::StatementError, state)), lost);
}

void TestSqlError::knowsWhatPasses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("passes");
    const auto row = [](const QString &text, bool passes) {
        QTest::addRow("%s", qPrintable(text)) << text << passes;
    };
    row(u"connection to server at \"db\" (10.0.0.1), port 5432 failed: Connection refused"_s, true);
    row(u"FATAL:  the database system is starting up"_s, true);
    row(u"FATAL:  the database system is shutting down"_s, true);
    row(u"FATAL:  the database system is not yet accepting connections"_s, true);
    row(u"FATAL:  sorry, too many clients already"_s, true);
    row(u"FATAL:  too many connections for role \"postrider\""_s, true);
    row(u"FATAL:  too many connections for database \"postrider\""_s, true);
    row(u"FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute"_s,
        true);
    row(u"FATAL:  no more connections allowed (max_client_conn)"_s, true); // pgbouncer
    row(u"FATAL:  das Datenbanksystem startet"_s, true);
    row(u"timeout expired"_s, true);
    row(u"could not translate host name \"db\" to address: Name or service not known"_s, true);
    row(u"FATAL:  password authentication failed for user \"postrider\""_s, false);
    row(u"FATAL:  database \"nowhere\" does not exist"_s, false);
    row(u"FATAL:  role \"nobody\" is not permitted to log in"_s, false);
    row(u"FATAL:  no pg_hba.conf entry for host \"10.0.0.2\""_s, false);
    row(u"SSL error: certificate verify failed"_s, false);
    row(u"FATAL:  unsupported startup parameter: options"_s, false); // pgbouncer
}

void TestSqlError::knowsWhatPasses()
{
    QFETCH(QString, text);
    QFETCH(bool, passes);
    QCOMPARE(Store::mayPass(QSqlError({}, text, QSqlError::ConnectionError)), passes);
}

QTEST_GUILESS_MAIN(TestSqlError)
#include "tst_sqlerror.moc"
