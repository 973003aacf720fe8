// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>
#include <QSqlQuery>
#include <QVariant>

#include <concepts>
#include <optional>

namespace Store {

class Session;

/**
 * A prepared statement on lease from its session: made by Session::query(), given back and finished
 * by the destructor, because an unfinished SELECT pins its snapshot and with it the whole log.
 * Forward only. Errors stick: after one, next() is false and every later call does nothing, so a
 * caller may look once at the end.
 *
 *     Store::Query query = session.query("accounts_by_id");
 *     query.bind(u":id"_s, id);
 *     if (query.exec() && query.next())
 *         account.name = query.text(1);
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

    qint64 int64(int column) const { return m_query->value(column).toLongLong(); }
    int int32(int column) const { return int(int64(column)); }
    quint32 uint32(int column) const { return quint32(int64(column)); }
    bool flag(int column) const { return int64(column) != 0; }
    QString text(int column) const { return m_query->value(column).toString(); }
    QByteArray bytes(int column) const { return m_query->value(column).toByteArray(); }
    bool isNull(int column) const { return m_query->value(column).isNull(); }
    /// Value of a text column that is kept as bytes.
    QByteArray name(int column) const { return text(column).toUtf8(); }
    std::optional<qint64> maybeInt64(int column) const;
    std::optional<QString> maybeText(int column) const;

    qint64 affected() const { return m_query->numRowsAffected(); } ///< rows changed by exec()

    bool failed() const { return m_error.has_value(); }
    const Error &error() const { return *m_error; } ///< only where failed()
    Result<void> result() const;                    ///< the sticky error, or success

private:
    friend class Session;
    Query(Session *session, QSqlQuery *query) : m_session(session), m_query(query) { }

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

    Query &addVariant(const QVariant &value);
    void fail();

    Session *m_session;
    QSqlQuery *m_query;    ///< owned by the session
    qsizetype m_at = 0;    ///< next placeholder of add()
    QList<QVariant> m_row; ///< the last values bound by add()
    std::optional<Error> m_error;
};

} // namespace Store
