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
    if (query.exec() && query.next())
        return query.int64(0);
    return query.failed() ? query.error()
                          : Error{ Error::Code::Storage, u"The database gave no id."_s };
}

} // namespace Store
