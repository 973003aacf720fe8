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

// https://www.postgresql.org/docs/15/errcodes-appendix.html: five characters, while SQLite's codes
// are numbers below 10,000.
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

// The first line alone: details and excerpts of the statement hold values. Those of class 22 (data)
// have one in their first line too, behind a colon.
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
                 u"The database said: %1 (%2)."_s.arg(withoutValues(error.databaseText(), native),
                                                      native) };
    const int number = native.toInt();
    return { codeOfSqlite(number),
             u"The database said: %1 (%2)."_s.arg(error.databaseText().simplified(),
                                                  QString::number(number)) };
}

bool meansLost(const QSqlError &error)
{
    const QString state = error.nativeErrorCode();
    // Nobody was there to give one. A connection that is known to be closed is not even asked: then
    // there is no text either.
    if (state.isEmpty())
        return true;
    // 25P03 and 25P04: a transaction took too long. What is FATAL ends the session, whatever it is.
    return isSqlState(state)
        && (state.startsWith(u"08") || state.startsWith(u"57P") || state == u"25P03"
            || state == u"25P04" || error.databaseText().startsWith(u"FATAL"));
}

bool mayPass(const QSqlError &error)
{
    // QtSql gives no SQLSTATE here, and a server may speak any language. So what is known to stay as
    // it is ends the start at once, and all else is waited for: too many connections (of a role, of
    // the database, of all), a server that starts or stops, a network that is away.
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
