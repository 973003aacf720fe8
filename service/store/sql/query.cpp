// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/query.h"

#include "store/sql/session.h"
#include "store/sql/sqlerror.h"

using namespace Qt::StringLiterals;

namespace Store {

Query::Query(Query &&other) noexcept
    : m_session(other.m_session), m_statement(std::exchange(other.m_statement, nullptr)),
      m_at(other.m_at), m_row(std::move(other.m_row)), m_error(std::move(other.m_error))
{
}

Query::~Query()
{
    if (m_statement)
        m_session->giveBack(m_statement);
}

Query &Query::bind(const QString &placeholder, const QVariant &value)
{
    executor().bind(placeholder, value);
    return *this;
}

// QtSql would bind a null QString as NULL; here it means an empty text. PostgreSQL cannot store U+0000.
QVariant Query::toVariant(const QString &text)
{
    if (text.contains(QChar::Null))
        return QString(text).replace(QChar::Null, QChar::ReplacementCharacter);
    return text.isNull() ? QString(QLatin1String("")) : text;
}

QVariant Query::toVariant(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

Query &Query::bind(const QString &placeholder, const QString &value)
{
    return bind(placeholder, toVariant(value));
}

Query &Query::bind(const QString &placeholder, const QByteArray &value)
{
    return bind(placeholder, toVariant(value));
}

Query &Query::addVariant(const QVariant &value)
{
    if (m_at == m_row.size())
        m_row.append(QVariant());
    QVariant &last = m_row[m_at];
    if (!last.isValid() || last != value) {
        last = value;
        executor().bind(int(m_at), value);
    }
    ++m_at;
    return *this;
}

bool Query::exec()
{
    if (m_error)
        return false;
    const bool done = [this] {
        const Awaiting answer(m_session->watch());
        m_session->m_current = m_statement;
        return executor().exec();
    }();
    if (!done)
        fail();
    return !m_error;
}

bool Query::next()
{
    if (m_error)
        return false;
    if (executor().next(m_session->m_current == m_statement))
        return true;
    if (executor().error().isValid())
        fail();
    return false;
}

Result<void> Query::run()
{
    exec();
    const Result<void> outcome = result();
    executor().finish(m_session->m_current == m_statement);
    return outcome;
}

QByteArray Query::borrowedBytes(ColumnName column) const
{
    const int position = m_statement->position(column);
    return isThere(position, column) ? executor().borrowedBytes(position) : QByteArray();
}

std::optional<qint64> Query::maybeInt64(ColumnName column) const
{
    return value<std::optional<qint64>>(column);
}

std::optional<QString> Query::maybeText(ColumnName column) const
{
    return value<std::optional<QString>>(column);
}

bool Query::isNull(ColumnName column) const
{
    const int position = m_statement->position(column);
    return !isThere(position, column) || executor().isNull(position);
}

Result<qint64> Query::readNumber()
{
    const Result<std::optional<qint64>> number = readValue<qint64>();
    RETURN_IF_ERROR(number);
    return number->value_or(0);
}

bool Query::isThere(int position, ColumnName column) const
{
    Q_ASSERT_X(position >= 0, "Store::Query: the statement has no such column", column.get());
    if (position < 0 && !m_error) {
        m_error = Error{ Error::Code::Storage,
                         u"A statement of the program has no column \"%1\"."_s.arg(
                             QLatin1String(column.get())) };
    }
    return position >= 0;
}

Result<void> Query::result() const
{
    return m_error ? Result<void>(*m_error) : Result<void>();
}

void Query::fail()
{
    m_session->note(executor().error());
    m_error = m_session->m_lost ? *m_session->m_lost : toError(executor().error());
}

} // namespace Store
