// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sqlerror.h"

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
    if (state.isEmpty()) // nobody was there to give one
        return !error.databaseText().isEmpty();
    return isSqlState(state) && (state.startsWith(u"08") || state.startsWith(u"57P"));
}

bool mayPass(const QSqlError &error)
{
    // QtSql gives no SQLSTATE here. A server that answers begins with FATAL.
    const QString text = error.databaseText();
    static const QStringList passing = { u"starting up"_s,      u"shutting down"_s,
                                         u"in recovery"_s,      u"recovery mode"_s,
                                         u"too many clients"_s, u"connection slots"_s };
    if (text.contains(u"FATAL"))
        return std::ranges::any_of(passing, [&](const QString &p) { return text.contains(p); });
    // Neither does a certificate that is refused get better, nor a file that is not there.
    return !text.contains(u"certificate") && !text.contains(u"invalid")
        && !text.contains(u"does not support SSL");
}

} // namespace Store
