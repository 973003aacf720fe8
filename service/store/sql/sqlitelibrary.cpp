// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqlitelibrary.h"

#include "store/sql/functionlookup.h"

#include <QSqlDriver>
#include <QSqlQuery>
#include <QVariant>

#include <optional>

#ifdef Q_OS_LINUX
#include <dlfcn.h>
#endif

using namespace Qt::StringLiterals;

namespace Store::SqliteLibrary {

namespace {

#ifdef Q_OS_LINUX

// The file of Qt's driver, from the address of the description of its class. From there dlsym() finds the symbols of
// the libraries that the driver is linked to, so never those of another copy of SQLite in this process.
void *pluginOf(const QSqlDriver &driver)
{
    Dl_info where;
    if (dladdr(driver.metaObject(), &where) == 0
        || !QByteArrayView(where.dli_fname).contains("qsqlite"))
        return nullptr;
    return dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

std::optional<Functions> lookUp(void *plugin)
{
    Functions found;
    FunctionLookup library([plugin](const char *name) {
        return reinterpret_cast<QFunctionPointer>(dlsym(plugin, name));
    });
    library.find(found.prepare, "sqlite3_prepare_v3");
    library.find(found.finalize, "sqlite3_finalize");
    library.find(found.parameterCount, "sqlite3_bind_parameter_count");
    library.find(found.parameterName, "sqlite3_bind_parameter_name");
    library.find(found.bindNull, "sqlite3_bind_null");
    library.find(found.bindInt64, "sqlite3_bind_int64");
    library.find(found.bindDouble, "sqlite3_bind_double");
    library.find(found.bindText, "sqlite3_bind_text");
    library.find(found.bindBlob, "sqlite3_bind_blob");
    library.find(found.clearBindings, "sqlite3_clear_bindings");
    library.find(found.step, "sqlite3_step");
    library.find(found.reset, "sqlite3_reset");
    library.find(found.changes, "sqlite3_changes");
    library.find(found.columnCount, "sqlite3_column_count");
    library.find(found.columnName, "sqlite3_column_name");
    library.find(found.columnType, "sqlite3_column_type");
    library.find(found.columnInt64, "sqlite3_column_int64");
    library.find(found.columnDouble, "sqlite3_column_double");
    library.find(found.columnText, "sqlite3_column_text");
    library.find(found.columnBlob, "sqlite3_column_blob");
    library.find(found.columnBytes, "sqlite3_column_bytes");
    library.find(found.extendedErrorCode, "sqlite3_extended_errcode");
    library.find(found.errorMessage, "sqlite3_errmsg");
    return library.isComplete() ? std::optional(found) : std::nullopt;
}

// A second check that the library is the one which has opened the connection.
bool isSource(void *plugin, const QSqlDriver &driver)
{
    const auto source = reinterpret_cast<const char *(*)()>(dlsym(plugin, "sqlite3_sourceid"));
    QSqlQuery query(driver.createResult());
    return source && query.exec(u"SELECT sqlite_source_id()"_s) && query.next()
        && query.value(0).toString() == QLatin1StringView(source());
}

std::optional<Functions> lookUp(const QSqlDriver &driver)
{
    void *const plugin = pluginOf(driver);
    if (!plugin || !isSource(plugin, driver))
        return std::nullopt;
    return lookUp(plugin);
}

#else

std::optional<Functions> lookUp(const QSqlDriver &)
{
    return std::nullopt;
}

#endif

} // namespace

const Functions *functionsOf(const QSqlDriver &driver)
{
    if (!driver.isOpen() || !connectionOf(driver))
        return nullptr;
    static const std::optional<Functions> found = lookUp(driver);
    return found ? &*found : nullptr;
}

// https://doc.qt.io/qt-6/qsqldriver.html#handle
void *connectionOf(const QSqlDriver &driver)
{
    const QVariant handle = driver.handle();
    if (handle.typeName() != QByteArrayView("sqlite3*"))
        return nullptr;
    return *static_cast<void *const *>(handle.constData());
}

} // namespace Store::SqliteLibrary
