// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqlerror.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// https://www.sqlite.org/rescode.html: the low byte is the primary code.
constexpr int sqliteFull = 13;
constexpr int sqliteIoErrShmSize = 4874; // the shared memory file of the log could not grow
constexpr int sqliteConstraintPrimaryKey = 1555;
constexpr int sqliteConstraintUnique = 2067;
constexpr int sqliteConstraintForeignKey = 787;

Error::Code codeOfSqlite(int native)
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

// https://www.postgresql.org/docs/15/errcodes-appendix.html: an SQLSTATE has five characters, while SQLite's
// codes are numbers below 10,000.
bool isSqlState(const QString &native)
{
    return native.size() == 5;
}

Error::Code codeOfPostgresql(const QString &state)
{
    if (state == u"53100") // disk_full
        return Error::Code::StorageFull;
    if (state == u"23505" || state == u"23503") // unique_violation, foreign_key_violation
        return Error::Code::Conflict;
    return Error::Code::Storage;
}

// Only the first line: the details and excerpts of the statement after it contain values. Errors of class
// 22 (data) have a value in their first line too, after a colon.
QString withoutValues(const QString &text, const QString &state)
{
    static const QRegularExpression severity(u"^[A-Z]+: +"_s);
    QString line = text.trimmed().section(u'\n', 0, 0).remove(severity);
    if (state.startsWith(u"22"))
        line = line.section(u':', 0, 0);
    return line.simplified();
}

} // namespace

Error toError(const QSqlError &error)
{
    const QString native = error.nativeErrorCode();
    if (isSqlState(native))
        return { codeOfPostgresql(native),
                 u"The database reported: %1 (%2)."_s.arg(
                     withoutValues(error.databaseText(), native), native) };
    const int number = native.toInt();
    return { codeOfSqlite(number),
             u"The database reported: %1 (%2)."_s.arg(error.databaseText().simplified(),
                                                      QString::number(number)) };
}

Error toOpeningError(const QSqlError &error)
{
    Error failure = toError(error);
    if (meansLost(error))
        failure.code = Error::Code::Unreachable;
    return failure;
}

bool meansLost(const QSqlError &error)
{
    const QString state = error.nativeErrorCode();
    // Without an answer of the server there is no SQLSTATE. If QtSql has noticed that the connection is
    // closed, it sends nothing, and there is no text either.
    if (state.isEmpty())
        return true;
    // 25P03 and 25P04: a transaction took too long. Every error of severity FATAL ends the session.
    return isSqlState(state)
        && (state.startsWith(u"08") || state.startsWith(u"57P") || state == u"25P03"
            || state == u"25P04" || error.databaseText().startsWith(u"FATAL"));
}

bool mayPass(const QSqlError &error)
{
    // QtSql gives no SQLSTATE here, and the messages of a server may be in any language. So only known
    // permanent errors end the start at once. All others may be temporary: too many connections (of a
    // role, of the database, of all), a server that starts or stops, a network that is down.
    static const QStringList staying = {
        u"authentication failed"_s, // password, SASL, PAM and others
        u"no password supplied"_s,
        u"does not exist"_s, // role, database
        u"pg_hba.conf"_s,
        u"not permitted to log in"_s,
        u"permission denied"_s,
        u"certificate"_s,
        u"invalid"_s,
        u"does not support SSL"_s,
        u"unrecognized configuration parameter"_s,
        u"unsupported startup parameter"_s, // pgbouncer, as the next two
        u"no such user"_s,
        u"no such database"_s,
    };
    const QString text = error.databaseText();
    return std::ranges::none_of(staying, [&](const QString &s) { return text.contains(s); });
}

} // namespace Store
