// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sqlerror.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// https://www.sqlite.org/rescode.html: the low byte is the primary code.
constexpr int sqliteFull = 13;
constexpr int sqliteIoErrShmSize = 4874; // the shared memory file of the log could not grow
constexpr int sqliteConstraintPrimaryKey = 1555;
constexpr int sqliteConstraintUnique = 2067;
constexpr int sqliteConstraintForeignKey = 787;

Error::Code codeOf(int native)
{
    switch (native) {
    case sqliteFull:
    case sqliteIoErrShmSize:
        return Error::Code::StorageFull;
    case sqliteConstraintPrimaryKey:
    case sqliteConstraintUnique:
    case sqliteConstraintForeignKey:
        return Error::Code::Conflict;
    default:
        return Error::Code::Storage;
    }
}

} // namespace

Error toError(const QSqlError &error)
{
    const int native = error.nativeErrorCode().toInt();
    return { codeOf(native),
             u"The database said: %1 (%2)."_s.arg(error.databaseText().simplified(),
                                                  QString::number(native)) };
}

} // namespace Store
