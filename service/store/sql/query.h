// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/statement.h"

#include <QList>
#include <QVariant>

#include <concepts>
#include <optional>
#include <type_traits>

namespace Store {

class Session;
template<typename Row>
class Columns;

/**
 * A prepared statement on lease from its session: made by Session::query(), given back and finished
 * by the destructor, because an unfinished SELECT pins its snapshot and with it the whole log.
 * Forward only. Errors stick: after one, next() is false and every later call does nothing, so a
 * caller may look once at the end.
 *
 *     Store::Query query = session.query("accounts_by_id");
 *     query.bind(u":id"_s, id);
 *     if (query.exec() && query.next())
 *         account.name = query.text("name");
 */
class Query
{
public:
    Query(Query &&other) noexcept;
    Query &operator=(Query &&) = delete;
    ~Query();

    /// QString binds as text, QByteArray as bytes, null ones as empty ones; an invalid QVariant and
    /// an empty optional bind as NULL. For names kept as bytes: bindName().
    Query &bind(const QString &placeholder, const QVariant &value);
    template<typename T>
    Query &bind(const QString &placeholder, const std::optional<T> &value)
    {
        return value ? bind(placeholder, *value) : bind(placeholder, QVariant());
    }
    Query &bind(const QString &placeholder, const QString &value);
    Query &bind(const QString &placeholder, const QByteArray &value);
    /// Binds ASCII or UTF-8 text kept as bytes, for a text column.
    Query &bindName(const QString &placeholder, const QByteArray &utf8)
    {
        return bind(placeholder, QString::fromUtf8(utf8));
    }
    Query &bind(const QString &placeholder, bool value) { return bind(placeholder, int(value)); }
    Query &bind(const QString &placeholder, int value) { return bind(placeholder, qint64(value)); }
    Query &bind(const QString &placeholder, quint32 value)
    {
        return bind(placeholder, qint64(value));
    }
    Query &bind(const QString &placeholder, qint64 value)
    {
        return bind(placeholder, QVariant::fromValue(value));
    }

    /**
     * Binds the next placeholder in the order of the statement, in which each placeholder occurs
     * once: for a statement that is executed for many rows. A value equal to that of the previous
     * row costs nothing, while QtSql takes 0.3 us to bind a value. begin() starts a row; do not mix
     * with bind().
     */
    Query &begin()
    {
        m_at = 0;
        return *this;
    }
    template<typename T>
    Query &add(const T &value)
    {
        return addVariant(toVariant(value));
    }

    bool exec(); ///< may be called again with other values
    bool next(); ///< to the next row; false at the end and after an error

    /// exec() for a statement without rows.
    Result<void> run();

    /// The value of a column of the current row. A column that the statement does not have is an
    /// error of the program: the value is 0 or empty, and the query has failed.
    template<typename T>
    T value(ColumnName column) const
    {
        const int position = m_statement->position(column);
        return isThere(position, column) ? valueAt<T>(position) : T();
    }
    qint64 int64(ColumnName column) const { return value<qint64>(column); }
    int int32(ColumnName column) const { return value<int>(column); }
    quint32 uint32(ColumnName column) const { return value<quint32>(column); }
    bool flag(ColumnName column) const { return value<bool>(column); }
    QString text(ColumnName column) const { return value<QString>(column); }
    /// Of a column of bytes, or text as UTF-8.
    QByteArray bytes(ColumnName column) const { return value<QByteArray>(column); }
    /// The same until next() or the end of this object, for large values: SQLite's own value is not copied.
    QByteArray borrowedBytes(ColumnName column) const;
    std::optional<qint64> maybeInt64(ColumnName column) const;
    std::optional<QString> maybeText(ColumnName column) const;
    bool isNull(ColumnName column) const;

    /// The current row by a descriptor (store/sql/columns.h).
    template<typename Row>
    Row read(const Columns<Row> &columns) const;
    /// exec(), and all rows.
    template<typename Row>
    Result<QList<Row>> readAll(const Columns<Row> &columns);
    /// exec(), and the first row; nothing if there is none.
    template<typename Row>
    Result<std::optional<Row>> readFirst(const Columns<Row> &columns);

    /// exec() of a statement with one column: the values of all rows.
    template<typename T>
    Result<QList<T>> readValues();
    /// exec() of a statement with one column: the value of the first row; nothing if there is none.
    template<typename T>
    Result<std::optional<T>> readValue();
    /// The same for a number; 0 if there is no row.
    Result<qint64> readNumber();

    /// By position: for statements of which the columns are known only at run time.
    template<typename T>
    T valueAt(int position) const;

    qint64 affected() const { return executor().affected(); } ///< rows changed by exec()

    bool failed() const { return m_error.has_value(); }
    const Error &error() const { return *m_error; } ///< only where failed()
    Result<void> result() const;                    ///< the sticky error, or success

private:
    friend class Session;
    Query(Session *session, Statement *statement) : m_session(session), m_statement(statement) { }

    static QVariant toVariant(const QString &text);
    static QVariant toVariant(const QByteArray &bytes);
    static QVariant toVariant(std::integral auto number)
    {
        return QVariant::fromValue(qint64(number));
    }
    template<typename T>
    static QVariant toVariant(const std::optional<T> &value)
    {
        return value ? toVariant(*value) : QVariant();
    }

    StatementExecutor &executor() const { return **m_statement; }
    Query &addVariant(const QVariant &value);
    void fail();
    /// Whether the statement has the column; if not, the query has failed.
    bool isThere(int position, ColumnName column) const;

    Session *m_session;
    Statement *m_statement; ///< owned by the session
    qsizetype m_at = 0;     ///< next placeholder of add()
    QList<QVariant> m_row;  ///< the last values bound by add()
    /// Mutable: reading a column that is not there is an error too.
    mutable std::optional<Error> m_error;
};

template<typename T>
T Query::valueAt(int position) const
{
    if constexpr (std::is_same_v<T, bool>)
        return executor().number(position) != 0;
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
        return T(executor().number(position));
    else if constexpr (std::is_same_v<T, QString>)
        return executor().text(position);
    else if constexpr (std::is_same_v<T, QByteArray>)
        return executor().bytes(position);
    else if constexpr (std::is_same_v<T, QVariant>)
        return executor().value(position);
    else // std::optional
        return executor().isNull(position) ? T() : T(valueAt<typename T::value_type>(position));
}

template<typename T>
Result<QList<T>> Query::readValues()
{
    exec();
    QList<T> values;
    while (next())
        values.append(valueAt<T>(0));
    if (failed())
        return error();
    return values;
}

template<typename T>
Result<std::optional<T>> Query::readValue()
{
    exec();
    std::optional<T> found;
    if (next())
        found = valueAt<T>(0);
    if (failed())
        return error();
    return found;
}

} // namespace Store
