// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/binarystatement.h"

#include <atomic>

using namespace Qt::StringLiterals;

namespace Store {

bool BinaryStatement::prepare()
{
    static std::atomic<qint64> last = 0;
    m_name = "postrider_" + QByteArray::number(++last);
    const QString sql = replaced([](qsizetype place) { return u'$' + QString::number(place + 1); });
    m_result = Libpq::prepare(*m_driver, m_name, sql.toUtf8());
    return m_result.isGood();
}

bool BinaryStatement::exec()
{
    m_row = -1;
    m_result = Libpq::execute(*m_driver, m_name, values());
    return m_result.isGood();
}

bool BinaryStatement::next()
{
    return m_row + 1 < m_result.rows() && ++m_row >= 0;
}

} // namespace Store
