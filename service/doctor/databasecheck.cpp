// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/databasecheck.h"

#include "doctor/report.h"
#include "store/copy/copyprogress.h"
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
    Store::Query query = session.query("quick_check");
    query.exec();
    QStringList problems;
    while (query.next())
        problems.append(query.text(0));
    if (query.failed())
        problems = { query.error().message };
    if (problems == QStringList{ u"ok"_s })
        report.ok(check, shown, u"SQLite's quick check finds nothing wrong."_s);
    else
        report.fault(check, shown, u"The file is damaged: %1"_s.arg(problems.join(u"; "_s)),
                     u"Stop the service, keep a copy of the file, and restore the last backup. "
                     "Check the disk."_s);
}

void checkCounts(Store::Session &session, const QString &shown, Report &report)
{
    Store::Query query = session.query("doctor_counters");
    query.exec();
    const qint64 wrong = query.next() ? query.int64(0) : 0;
    if (query.failed())
        report.fault(check, shown, query.error().message, u"Check the disk."_s);
    else if (wrong == 0)
        report.ok(check, shown, u"The counts of mails are right."_s);
    else
        report.fault(check, shown, u"%1 counts of mails are wrong."_s.arg(wrong),
                     u"Restore the last backup, and report it: this must not happen."_s);
}

} // namespace

CheckedDatabase::~CheckedDatabase() = default;

std::unique_ptr<CheckedDatabase> openDatabase(const Store::DatabaseAddress &address,
                                              const Clock &clock, Report &report)
{
    if (address.engine == Store::Engine::Sqlite && !QFileInfo::exists(address.file)) {
        report.warn(check, address.shown, u"There is no database yet."_s,
                    u"It is made at the first start of the service."_s);
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
    const bool hasLimit = address.engine == Store::Engine::Postgresql;
    const Result<void> patient =
        hasLimit ? database->session().execute(u"SET statement_timeout TO 0"_s) : Result<void>();
    if (!patient) {
        report.fault(check, address.shown, patient.error().message, adviceFor(patient.error()));
        return {};
    }
    const Result<void> schema = Store::checkSchema(database->session());
    if (!schema) {
        report.fault(check, address.shown, schema.error().message,
                     u"Start the service of this version once, which brings an older schema up to "
                     "date; a newer one needs a newer version."_s);
        return {};
    }
    const Result<void> whole = Store::checkIsWhole(database->session(), address.shown);
    if (!whole) {
        report.fault(check, address.shown, whole.error().message,
                     u"Let the copy or the restore come to its end."_s);
        return {};
    }
    report.ok(check, address.shown,
              u"It can be read, and its schema is the one of this version."_s);
    return database;
}

void checkIntegrity(Store::Session &session, const QString &shown, Report &report)
{
    if (session.engine() == Store::Engine::Sqlite)
        checkPages(session, shown, report);
    checkCounts(session, shown, report);
}

} // namespace Doctor
