// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/databasecheck.h"

#include "doctor/report.h"
#include "store/copy/copyprogress.h"
#include "store/db/pooledread.h"
#include "store/db/schemacheck.h"
#include "store/sql/connection.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

const QString check = u"database"_s;

QString adviceFor(const Error &error)
{
    if (error.code == Error::Code::Unreachable)
        return u"Start the database server, and check host, port and password in database_url."_s;
    return u"Check database_url, and whether this user may use the database."_s;
}

void checkPages(Store::Session &session, const QString &shown, Report &report)
{
    const auto found = session.query("quick_check").readValues<QString>();
    const QStringList problems = found ? QStringList(*found) : QStringList{ found.error().message };
    if (problems == QStringList{ u"ok"_s })
        report.ok(check, shown, u"SQLite's quick check found no errors."_s);
    else
        report.fault(check, shown, u"The file is damaged: %1"_s.arg(problems.join(u"; "_s)),
                     u"Stop the service, keep a copy of the file, and restore the last backup. "
                     "Check the disk."_s);
}

void checkCounts(Store::Session &session, const QString &shown, Report &report)
{
    const Result<qint64> wrong = session.query("doctor_counters").readNumber();
    if (!wrong)
        report.fault(check, shown, wrong.error().message, u"Check the disk."_s);
    else if (*wrong == 0)
        report.ok(check, shown, u"The mail counters are correct."_s);
    else
        report.fault(check, shown, u"%1 mail counters are wrong."_s.arg(*wrong),
                     u"Restore the last backup, and report this as a bug of Postrider."_s);
}

} // namespace

CheckedDatabase::~CheckedDatabase() = default;

std::unique_ptr<CheckedDatabase> openDatabase(const Store::DatabaseAddress &address,
                                              const Clock &clock, Report &report)
{
    if (address.isFile() && !QFileInfo::exists(address.file)) {
        report.warn(check, address.shown, u"There is no database yet."_s,
                    u"The first start of the service creates it."_s);
        return {};
    }
    auto connection = Store::Connection::open(address, Store::Connection::Kind::Reader);
    if (!connection) {
        report.fault(check, address.shown, connection.error().message,
                     adviceFor(connection.error()));
        return {};
    }
    std::unique_ptr<CheckedDatabase> database(new CheckedDatabase);
    database->m_connection = std::move(*connection);
    database->m_session = std::make_unique<Store::Session>(database->m_connection->handle(), clock);
    // Without a time limit, because counting all mails takes longer than the limit for a service.
    const bool hasLimit = database->session().dialect().limitsStatements();
    const Result<void> patient =
        hasLimit ? database->session().execute(u"SET statement_timeout TO 0"_s) : Result<void>();
    if (!patient) {
        report.fault(check, address.shown, patient.error().message, adviceFor(patient.error()));
        return {};
    }
    const Result<void> schema = Store::checkSchema(database->session());
    if (!schema) {
        report.fault(
            check, address.shown, schema.error().message,
            u"If the schema is older, run postriderd migrate, or start the service of this "
            "version: both update the database. If the schema is newer, use a newer "
            "version."_s);
        return {};
    }
    const Result<void> whole = Store::checkIsWhole(database->session(), address.shown);
    if (!whole) {
        report.fault(check, address.shown, whole.error().message,
                     u"Complete the copy or the restore."_s);
        return {};
    }
    report.ok(check, address.shown,
              u"The database can be read, and this version can use its schema."_s);
    return database;
}

void checkPool(const Store::DatabaseAddress &pool, Store::Session &own, const Clock &clock,
               Report &report)
{
    auto connection = Store::Connection::open(pool, Store::Connection::Kind::Reader);
    if (!connection) {
        report.fault(check, pool.shown, connection.error().message,
                     u"Start the pooler, and check database_pool_url."_s);
        return;
    }
    Store::Session reader((*connection)->handle(), clock);
    reader.readThroughPool();
    const auto database = Store::databaseIdentity(own);
    const Result<void> same =
        database ? Store::checkIsOn(*database, reader) : Result<void>(database.error());
    if (same)
        report.ok(check, pool.shown, u"Readers reach the database through the pooler."_s);
    else
        report.fault(check, pool.shown, same.error().message, u"Correct database_pool_url."_s);
}

void checkIntegrity(Store::Session &session, const QString &shown, Report &report)
{
    if (!session.dialect().hasServer())
        checkPages(session, shown, report);
    checkCounts(session, shown, report);
}

} // namespace Doctor
