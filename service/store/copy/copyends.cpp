// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copyends.h"

#include "store/copy/copyprogress.h"
#include "store/copy/copyreader.h"
#include "store/db/migrate.h"
#include "store/sql/connection.h"
#include "store/sql/privatefile.h"
#include "store/sql/schemastate.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Error conflict(const QString &what)
{
    return { Error::Code::Conflict, what };
}

/** The result of examine(), which changes nothing. */
struct Found {
    QByteArray foreign; ///< one of its tables, if the database is not Postrider's
    bool isOurs = false;
    SchemaState schema;
};

Result<Found> examine(const DatabaseAddress &address, const Clock &clock)
{
    const auto connection = Connection::open(address, Connection::Kind::Reader);
    RETURN_IF_ERROR(connection);
    Session session((*connection)->handle(), clock);
    const Result<QList<QByteArray>> tables = tableNames(session);
    RETURN_IF_ERROR(tables);
    if (tables->isEmpty())
        return Found{};
    if (!tables->contains("schema_versions"))
        return Found{ tables->first(), false, {} };
    const Result<SchemaState> schema = schemaState(session);
    RETURN_IF_ERROR(schema);
    return Found{ {}, true, *schema };
}

Result<Found> examineSource(const DatabaseAddress &address, const Clock &clock)
{
    if (address.isFile() && !QFileInfo::exists(address.file))
        return Error{ Error::Code::NotFound, u"There is no database %1."_s.arg(address.shown) };
    const Result<Found> found = examine(address, clock);
    if (!found || found->isOurs)
        return found;
    return Error{ Error::Code::NotFound,
                  u"The database %1 is not a Postrider database."_s.arg(address.shown) };
}

Error otherSchema(const DatabaseAddress &address, int version)
{
    const int newest = newestVersion(address.engine);
    const QString advice = version < newest ? u"Run postriderd migrate, which updates it."_s
                                            : u"Use the version of Postrider that wrote it."_s;
    return conflict(u"The database %1 has schema %2, but this program uses schema %3. %4"_s.arg(
        address.shown, QString::number(version), QString::number(newest), advice));
}

/// The first table that has rows; empty: there is none.
Result<QByteArray> usedTable(Session &session)
{
    for (const CopyTable &table : copyTables()) {
        if (qstrcmp(table.name, "event_counter") == 0) // it always has its one row
            continue;
        const Result<qint64> rows = countRows(session, table);
        RETURN_IF_ERROR(rows);
        if (*rows > 0)
            return QByteArray(table.name);
    }
    return QByteArray();
}

Result<void> checkIsFree(Session &session, const DatabaseAddress &address)
{
    const auto copied = copiedTables(session);
    RETURN_IF_ERROR(copied);
    if (!copied->isEmpty())
        return {};
    const Result<QByteArray> used = usedTable(session);
    RETURN_IF_ERROR(used);
    if (used->isEmpty())
        return {};
    return conflict(u"The database %1 is not empty: it has rows in its table %2. Nothing was "
                    "changed. Name an empty database, or the target of an unfinished copy."_s.arg(
                        address.shown, QLatin1StringView(*used)));
}

QString pathOf(const QString &file)
{
    const QFileInfo info(file);
    return info.exists() ? info.canonicalFilePath() : QDir::cleanPath(info.absoluteFilePath());
}

} // namespace

Result<void> checkDiffer(const DatabaseAddress &from, const DatabaseAddress &to)
{
    const bool areFiles = from.isFile() && to.isFile();
    const bool areSame = areFiles ? pathOf(from.file) == pathOf(to.file) : from == to;
    return areSame ? Result<void>(
               Error{ Error::Code::BadRequest, u"--from and --to are the same database."_s })
                   : Result<void>();
}

Result<void> checkCopySource(const DatabaseAddress &address, const Clock &clock)
{
    const Result<Found> found = examineSource(address, clock);
    RETURN_IF_ERROR(found);
    const int version = found->schema.version;
    return version == newestVersion(address.engine) ? Result<void>()
                                                    : Result<void>(otherSchema(address, version));
}

Result<void> checkUsable(const DatabaseAddress &address, const Clock &clock)
{
    const Result<Found> found = examineSource(address, clock);
    RETURN_IF_ERROR(found);
    const int known = newestVersion(address.engine);
    const bool isUsable = found->schema.version >= known && found->schema.compatibleFrom <= known;
    return isUsable ? Result<void>() : Result<void>(otherSchema(address, found->schema.version));
}

Result<std::unique_ptr<HeldDatabase>> openCopySource(const DatabaseAddress &address,
                                                     const Clock &clock)
{
    RETURN_IF_ERROR(checkCopySource(address, clock));
    auto held = HeldDatabase::open(address, clock);
    if (!held)
        return held;
    const Result<void> whole = checkIsWhole((*held)->session(), address.shown);
    return whole ? std::move(held) : whole.error();
}

Result<std::unique_ptr<HeldDatabase>> openCopyTarget(const DatabaseAddress &address,
                                                     const Clock &clock)
{
    if (address.isFile()) {
        RETURN_IF_ERROR(createPrivately(address.file));
    }
    const Result<Found> found = examine(address, clock);
    RETURN_IF_ERROR(found);
    if (!found->foreign.isEmpty())
        return conflict(u"The database %1 belongs to another program: it has a table %2. Nothing "
                        "was changed. Name an empty database."_s.arg(
                            address.shown, QLatin1StringView(found->foreign)));
    auto held = HeldDatabase::open(address, clock);
    if (!held)
        return held;
    Session &session = (*held)->session();
    RETURN_IF_ERROR(migrate(session));
    const Result<void> isFree = checkIsFree(session, address);
    return isFree ? std::move(held) : isFree.error();
}

} // namespace Store
