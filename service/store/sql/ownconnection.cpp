// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/ownconnection.h"

#include "store/sql/libpq.h"
#include "store/sql/sqlerror.h"

#include <QSqlError>
#include <QSqlQuery>

#include <atomic>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Error shared(const DatabaseAddress &address)
{
    return { Error::Code::Storage,
             u"The database %1 is reached through a pooler that uses another connection for each "
             "transaction, but Postrider needs connections of its own: set pool_mode = session in "
             "pgbouncer, or set database_url to the server and database_pool_url to the pooler."_s
                 .arg(address.shown) };
}

Error failureOf(const QSqlError &error, const DatabaseAddress &address)
{
    if (error.databaseText().contains(u"statement pooling")) // the pooler refuses BEGIN
        return shared(address);
    return toOpeningError(error);
}

Result<int> sessionOf(const QSqlDatabase &database, const DatabaseAddress &address)
{
    QSqlQuery query(database);
    if (!query.exec(u"SELECT pg_backend_pid()"_s) || !query.next())
        return failureOf(query.lastError(), address);
    return query.value(0).toInt();
}

/** A second, short-lived connection without any settings. */
class Second
{
public:
    explicit Second(const QSqlDatabase &like)
    {
        static std::atomic<int> number = 0;
        m_name = u"postrider-second-%1"_s.arg(++number);
        QSqlDatabase::cloneDatabase(like, m_name);
    }
    ~Second() { QSqlDatabase::removeDatabase(m_name); }
    Second(const Second &) = delete;
    Second &operator=(const Second &) = delete;

    QSqlDatabase handle() const { return QSqlDatabase::database(m_name, false); }

private:
    QString m_name;
};

// Behind a pooler both are in the same session, or the first changes its session while the second is in a
// transaction, whichever connections the pooler chooses.
Result<bool> isShared(const QSqlDatabase &first, const QSqlDatabase &second,
                      const DatabaseAddress &address)
{
    const Result<int> before = sessionOf(first, address);
    RETURN_IF_ERROR(before);
    QSqlQuery transaction(second);
    if (!transaction.exec(u"BEGIN"_s))
        return failureOf(transaction.lastError(), address);
    const Result<int> other = sessionOf(second, address);
    RETURN_IF_ERROR(other);
    if (*before == *other) // ends here: in a pool of one, `first` would wait for `second`
        return true;
    const Result<int> after = sessionOf(first, address);
    RETURN_IF_ERROR(after);
    transaction.exec(u"ROLLBACK"_s);
    return *before != *after;
}

} // namespace

Result<void> checkIsOwn(const QSqlDatabase &connection, const DatabaseAddress &address)
{
    const Result<int> session = sessionOf(connection, address);
    RETURN_IF_ERROR(session);
    if (Libpq::processOf(connection) == *session) // no pooler in between
        return {};
    const Second second(connection);
    QSqlDatabase other = second.handle();
    if (!other.open())
        return Error{ mayPass(other.lastError()) ? Error::Code::Unreachable : Error::Code::Storage,
                      u"Cannot open the database %1: %2."_s.arg(
                          address.shown, other.lastError().databaseText().simplified()) };
    constexpr int tries = 3; // a transaction of another client may hide the pooler once
    for (int i = 0; i < tries; ++i) {
        const Result<bool> found = isShared(connection, other, address);
        RETURN_IF_ERROR(found);
        if (*found)
            return shared(address);
    }
    return {};
}

} // namespace Store
