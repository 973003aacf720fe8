// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/dialect.h"

#include "store/sql/postgresqldialect.h"
#include "store/sql/sqlitedialect.h"

namespace Store {

const Dialect &dialectOf(Engine engine)
{
    static const SqliteDialect sqlite;
    static const PostgresqlDialect postgresql;
    if (engine == Engine::Postgresql)
        return postgresql;
    return sqlite;
}

const Dialect &dialectOfDriver(QStringView driver)
{
    const Dialect &postgresql = dialectOf(Engine::Postgresql);
    return driver == postgresql.driver() ? postgresql : dialectOf(Engine::Sqlite);
}

} // namespace Store
