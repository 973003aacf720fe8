// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/binarystatement.h"

#include <atomic>
#include <utility>

using namespace Qt::StringLiterals;

namespace Store {

bool BinaryStatement::prepare(const QString &sql)
{
    m_places.emplace(sql);
    static std::atomic<qint64> last = 0;
    m_name = "postrider_" + QByteArray::number(++last);
    const QString numbered =
        m_places->replaced([](qsizetype place) { return u'$' + QString::number(place + 1); });
    m_result = Libpq::prepare(*m_driver, m_name, numbered.toUtf8());
    return m_result.isEnd();
}

void BinaryStatement::bind(const QString &placeholder, const QVariant &value)
{
    m_places->bind(placeholder, value);
}

void BinaryStatement::bind(int place, const QVariant &value)
{
    m_places->bind(place, value);
}

bool BinaryStatement::exec()
{
    m_hasLostRows = false;
    m_result = Libpq::execute(*m_driver, m_name, m_places->values());
    m_isFirst = m_result.isRow();
    return !m_result.error().isValid();
}

bool BinaryStatement::next(bool isCurrent)
{
    if (std::exchange(m_isFirst, false))
        return true;
    if (!m_result.isRow())
        return false;
    m_hasLostRows = !isCurrent;
    m_result = isCurrent ? Libpq::next(*m_driver) : Libpq::BinaryResult();
    return m_result.isRow();
}

QSqlError BinaryStatement::error() const
{
    if (!m_hasLostRows)
        return m_result.error();
    return { QString(), u"Another statement was executed before all rows were read."_s,
             QSqlError::StatementError, u"HY000"_s };
}

// What the connection still receives may belong to another statement.
void BinaryStatement::finish(bool isCurrent)
{
    if (m_result.isRow() && isCurrent && m_driver)
        Libpq::discard(*m_driver);
    m_result = {};
    m_isFirst = false;
}

} // namespace Store
