// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/literaltext.h"
#include "store/sql/statementexecutor.h"

#include <QSqlQuery>

#include <optional>

QT_FORWARD_DECLARE_CLASS(QSqlDriver)

namespace Store {

/** A statement that QtSql executes: prepared, or sent with its values as text. */
class QtStatement : public StatementExecutor
{
public:
    enum class Form { Prepared, Text };
    QtStatement(const QSqlDriver &driver, bool forwardOnly, Form form);

    bool prepare(const QString &sql) override;
    void bind(const QString &placeholder, const QVariant &value) override;
    void bind(int place, const QVariant &value) override;
    bool exec() override;
    bool next(bool) override { return m_query.next(); }
    QVariant value(int column) const override { return m_query.value(column); }
    QList<QByteArray> columns() override;
    qint64 affected() const override { return m_query.numRowsAffected(); }
    QSqlError error() const override { return m_query.lastError(); }
    void finish(bool) override { m_query.finish(); }

private:
    QSqlQuery m_query;
    const Form m_form;
    std::optional<LiteralText> m_text; ///< of Form::Text, after prepare()
};

} // namespace Store
