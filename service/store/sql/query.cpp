// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/query.h"

#include "store/sql/session.h"
#include "store/sql/sqlerror.h"

namespace Store {

Query::Query(Query &&other) noexcept
    : m_session(other.m_session), m_query(std::exchange(other.m_query, nullptr)), m_at(other.m_at),
      m_row(std::move(other.m_row)), m_error(std::move(other.m_error))
{
}

Query::~Query()
{
    if (m_query)
        m_session->giveBack(m_query);
}

Query &Query::bind(const QString &placeholder, const QVariant &value)
{
    m_query->bindValue(placeholder, value);
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
        m_query->bindValue(int(m_at), value);
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
        return m_query->exec();
    }();
    if (!done)
        fail();
    return !m_error;
}

bool Query::next()
{
    if (m_error)
        return false;
    if (m_query->next())
        return true;
    if (m_query->lastError().isValid())
        fail();
    return false;
}

Result<void> Query::run()
{
    exec();
    const Result<void> outcome = result();
    m_query->finish();
    return outcome;
}

std::optional<qint64> Query::maybeInt64(int column) const
{
    const QVariant value = m_query->value(column);
    return value.isNull() ? std::nullopt : std::optional<qint64>(value.toLongLong());
}

std::optional<QString> Query::maybeText(int column) const
{
    const QVariant value = m_query->value(column);
    return value.isNull() ? std::nullopt : std::optional<QString>(value.toString());
}

Result<void> Query::result() const
{
    return m_error ? Result<void>(*m_error) : Result<void>();
}

void Query::fail()
{
    m_session->note(m_query->lastError());
    m_error = m_session->m_lost ? *m_session->m_lost : toError(m_query->lastError());
}

} // namespace Store
