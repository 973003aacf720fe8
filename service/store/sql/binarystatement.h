// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/libpq.h"
#include "store/sql/placeholders.h"
#include "store/sql/statementexecutor.h"

#include <QPointer>
#include <QSqlDriver>

#include <optional>

namespace Store {

/**
 * A prepared statement of PostgreSQL that sends and receives bytes as they are. QtSql writes them as
 * hexadecimal digits, both ways, which takes five times as long. Statements with the mark of
 * isMarked() are executed so; each has only columns that Libpq::BinaryResult can read.
 */
class BinaryStatement : public StatementExecutor
{
public:
    static bool isMarked(const QString &sql)
    {
        return sql.contains(QLatin1StringView("/*binary*/"));
    }

    explicit BinaryStatement(const QSqlDriver &driver) : m_driver(&driver) { }

    bool prepare(const QString &sql) override;
    void bind(const QString &placeholder, const QVariant &value) override;
    void bind(int place, const QVariant &value) override;
    bool exec() override;
    /// Rows that are left when another statement is executed are lost, which is an error.
    bool next(bool isCurrent) override;
    QVariant value(int column) const override { return m_result.value(column); }
    QList<QByteArray> columns() override { return m_result.columns(); }
    qint64 affected() const override { return m_result.affected(); }
    QSqlError error() const override;
    void finish(bool isCurrent) override;

private:
    QPointer<const QSqlDriver> m_driver;
    std::optional<Placeholders> m_places; ///< after prepare()
    QByteArray m_name;                    ///< at the server
    Libpq::BinaryResult m_result;
    bool m_isFirst = false; ///< next() returns the row that exec() has read
    bool m_hasLostRows = false;
};

} // namespace Store
