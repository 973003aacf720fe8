// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/qtstatement.h"

#include <QSqlDriver>
#include <QSqlRecord>

namespace Store {

QtStatement::QtStatement(const QSqlDriver &driver, bool forwardOnly, Form form)
    : m_query(driver.createResult()), m_form(form)
{
    m_query.setForwardOnly(forwardOnly);
}

bool QtStatement::prepare(const QString &sql)
{
    if (m_form == Form::Prepared)
        return m_query.prepare(sql);
    m_text.emplace(sql);
    return true;
}

void QtStatement::bind(const QString &placeholder, const QVariant &value)
{
    if (m_text)
        m_text->bind(placeholder, value);
    else
        m_query.bindValue(placeholder, value);
}

void QtStatement::bind(int place, const QVariant &value)
{
    if (m_text)
        m_text->bind(place, value);
    else
        m_query.bindValue(place, value);
}

bool QtStatement::exec()
{
    return m_text ? m_query.exec(m_text->text(*m_query.driver())) : m_query.exec();
}

// QSqlQuery::record() asks PostgreSQL for the name of each table, except in a forward-only query.
QList<QByteArray> QtStatement::columns()
{
    const bool isForwardOnly = m_query.isForwardOnly();
    m_query.setForwardOnly(true);
    const QSqlRecord record = m_query.record();
    m_query.setForwardOnly(isForwardOnly);
    QList<QByteArray> names;
    for (int i = 0; i < record.count(); ++i)
        names.append(record.fieldName(i).toUtf8());
    return names;
}

} // namespace Store
