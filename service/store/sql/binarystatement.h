// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/libpq.h"
#include "store/sql/placeholders.h"

#include <QPointer>
#include <QSqlDriver>

namespace Store {

/**
 * A prepared statement of PostgreSQL that sends and receives bytes as they are. QtSql writes them as
 * hexadecimal digits, both ways, which takes five times as long. Statements with the mark of
 * isMarked() are executed so; each has only columns that Libpq::BinaryResult can read.
 */
class BinaryStatement : public Placeholders
{
public:
    static bool isMarked(const QString &sql)
    {
        return sql.contains(QLatin1StringView("/*binary*/"));
    }

    BinaryStatement(const QSqlDriver &driver, const QString &sql)
        : Placeholders(sql), m_driver(&driver)
    {
    }

    bool prepare(); ///< once, before exec()
    bool exec();
    /// False at the end and after an error. `isCurrent`: no other statement was executed on the connection since
    /// exec(); otherwise the rows that are left are lost, which is an error.
    bool next(bool isCurrent);
    QVariant value(int column) const { return m_result.value(column); }
    QList<QByteArray> columns() const { return m_result.columns(); } ///< after exec()
    qint64 affected() const { return m_result.affected(); }
    QSqlError error() const;
    void finish(bool isCurrent); ///< drops the rows that are left

private:
    QPointer<const QSqlDriver> m_driver;
    QByteArray m_name; ///< at the server
    Libpq::BinaryResult m_result;
    bool m_isFirst = false; ///< next() returns the row that exec() has read
    bool m_hasLostRows = false;
};

} // namespace Store
