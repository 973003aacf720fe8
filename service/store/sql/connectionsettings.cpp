// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/connectionsettings.h"

#include "store/sql/sqlerror.h"

#include <QSqlQuery>

namespace Store {

Result<void> applySettings(const QSqlDatabase &database, const QStringList &settings)
{
    for (const QString &setting : settings) {
        QSqlQuery query(database);
        if (!query.exec(setting))
            return toOpeningError(query.lastError());
    }
    return {};
}

void applyWherePossible(const QSqlDatabase &database, const QStringList &settings)
{
    for (const QString &setting : settings)
        QSqlQuery(database).exec(setting);
}

} // namespace Store
