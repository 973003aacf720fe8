// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/session.h"

#include "store/sqlerror.h"
#include "store/sqltext.h"

namespace Store {

Session::Session(QSqlDatabase connection, const Clock &clock)
    : m_connection(std::move(connection)), m_clock(clock)
{
}

Session::~Session()
{
    Q_ASSERT(m_leased.empty());
}

Query Session::query(const char *resource)
{
    return lease(resource, [resource] { return sqlText(resource); });
}

Query Session::query(const char *resource, const QByteArray &key,
                     const std::function<QByteArray(QByteArray)> &expand)
{
    return lease(std::string(resource) + '/' + key.toStdString(),
                 [&] { return expand(sqlText(resource)); });
}

Query Session::lease(const std::string &key, const std::function<QByteArray()> &text)
{
    FreeQueries &free = m_free[key];
    std::unique_ptr<QSqlQuery> prepared;
    bool bad = false;
    if (!free.empty()) {
        prepared = std::move(free.back());
        free.pop_back();
    } else {
        prepared = std::make_unique<QSqlQuery>(m_connection);
        prepared->setForwardOnly(true);
        const QByteArray sql = text();
        Q_ASSERT_X(!sql.isEmpty(), "Store::Session::query", key.c_str());
        bad = !prepared->prepare(QString::fromUtf8(sql));
    }
    QSqlQuery *raw = prepared.get();
    // One that could not be prepared is not kept: the reason may pass.
    m_leased.emplace(raw, Lease{ bad ? nullptr : &free, std::move(prepared) });
    Query query(this, raw);
    if (m_refusal)
        query.m_error = m_refusal;
    else if (bad)
        query.fail();
    return query;
}

void Session::giveBack(QSqlQuery *query)
{
    const auto lease = m_leased.find(query);
    query->finish();
    if (lease->second.home)
        lease->second.home->push_back(std::move(lease->second.query));
    m_leased.erase(lease);
}

Result<void> Session::execute(const QString &sql)
{
    QSqlQuery query(m_connection);
    query.setForwardOnly(true);
    const bool done = query.exec(sql);
    const Result<void> outcome = done ? Result<void>() : Result<void>(toError(query.lastError()));
    query.finish();
    return outcome;
}

Result<void> Session::command(const char *sql)
{
    return lease(sql, [sql] { return QByteArray(sql); }).run();
}

void Session::onCommitted(std::function<void(const QList<Event> &)> listener)
{
    m_committed = std::move(listener);
}

void Session::readMessagesWith(MessageReader reader)
{
    m_messageReader = std::move(reader);
}

} // namespace Store
