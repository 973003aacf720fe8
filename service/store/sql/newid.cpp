// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/newid.h"

#include "store/sql/query.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace Store {

QByteArray newUuid()
{
    return QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
}

Result<qint64> insertedId(Query &query)
{
    const Result<std::optional<qint64>> id = query.readValue<qint64>();
    RETURN_IF_ERROR(id);
    if (!*id)
        return Error{ Error::Code::Storage, u"The database returned no id."_s };
    return **id;
}

} // namespace Store
