// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/session.h"

#include "store/sql/sqlerror.h"
#include "store/sql/sqltext.h"
#include "store/sql/timelimits.h"

#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Of several statements, exec() waits for the first result alone. A COMMIT behind another statement can fail, too.
bool finishAll(QSqlQuery &query)
{
    while (query.nextResult()) { }
    return !query.lastError().isValid();
}

const Error tooSlow{ Error::Code::Storage, u"The database did not answer in time."_s };

} // namespace

Session::Session(QSqlDatabase connection, const Clock &clock)
    : m_connection(std::move(connection)), m_clock(clock),
      m_dialect(dialectOfDriver(m_connection.driverName()))
{
}

Session::Session(Engine engine, const Clock &clock)
    : m_clock(clock), m_dialect(dialectOf(engine)),
      m_lost(Error{ Error::Code::Unreachable, u"There is no connection yet."_s })
{
}

Session::~Session()
{
    m_segmentMerge.reset(); // it leases statements
    Q_ASSERT(m_leased.empty());
}

// A set has one bit for each mail: 250 kB of two million.
void Session::rememberUntilCommit()
{
    m_counts.emplace(100);
    m_mailSets.emplace(8);
}

Result<QByteArray> Session::dataVersion()
{
    const auto version = query("data_version").readValue<QByteArray>();
    RETURN_IF_ERROR(version);
    return version->value_or(QByteArray());
}

Query Session::query(const char *resource)
{
    return lease(resource, [this, resource] { return sqlText(engine(), resource); });
}

Query Session::query(const char *resource, const QByteArray &key,
                     const std::function<QByteArray(QByteArray)> &expand)
{
    return lease(std::string(resource) + '/' + key.toStdString(),
                 [&] { return expand(sqlText(engine(), resource)); });
}

Query Session::lease(const std::string &key, const std::function<QByteArray()> &text)
{
    const Error *const why = obstacle();
    FreeStatements &free = m_free[key];
    std::unique_ptr<Statement> prepared;
    bool bad = false;
    if (!free.empty()) {
        prepared = std::move(free.back());
        free.pop_back();
    } else {
        prepared = std::make_unique<Statement>(m_connection, m_dialect.readsForwardOnly());
        const QByteArray sql = text();
        Q_ASSERT_X(!sql.isEmpty(), "Store::Session::query", key.c_str());
        bad = !why && !prepare(*prepared, QString::fromUtf8(sql));
    }
    Statement *raw = prepared.get();
    // A statement that could not be prepared is not kept, because the reason may be temporary.
    m_leased.emplace(raw, Lease{ bad || why ? nullptr : &free, std::move(prepared) });
    Query query(this, raw);
    if (why)
        query.m_error = *why;
    else if (m_refusal)
        query.m_error = m_refusal;
    else if (bad)
        query.fail();
    return query;
}

bool Session::prepare(Statement &statement, const QString &sql)
{
    if (m_isPooled) {
        statement.keepAsText(sql);
        return true;
    }
    const Awaiting answer(m_watch);
    m_current = nullptr;
    return statement.prepare(sql);
}

void Session::giveBack(Statement *statement)
{
    const auto lease = m_leased.find(statement);
    (*statement)->finish(m_current == statement);
    (*statement)->forgetValues();
    if (lease->second.home)
        lease->second.home->push_back(std::move(lease->second.statement));
    m_leased.erase(lease);
}

Result<void> Session::execute(const QString &sql)
{
    if (const Error *why = obstacle())
        return *why;
    m_current = nullptr;
    QSqlQuery query(m_connection);
    query.setForwardOnly(m_dialect.readsForwardOnly());
    const bool done = [&] {
        const Awaiting answer(m_watch);
        return query.exec(sql) && finishAll(query);
    }();
    if (!done) {
        note(query.lastError());
        return m_lost ? *m_lost : toError(query.lastError());
    }
    query.finish();
    return {};
}

Result<void> Session::command(const char *sql)
{
    if (!m_dialect.preparesTransactions())
        return execute(QString::fromLatin1(sql));
    return lease(sql, [sql] { return QByteArray(sql); }).run();
}

// For each statement on a closed connection QtSql writes a line to the log, and returns no error.
const Error *Session::obstacle()
{
    if (!m_lost && m_dialect.hasServer()) {
        if (!m_connection.isOpen())
            noteLoss({ Error::Code::Storage, u"The connection to the database was closed."_s });
        else if (m_watch && m_watch->isOutOfTime())
            noteLoss(tooSlow);
    }
    if (m_lost)
        return &*m_lost;
    return m_jobRefusal ? &*m_jobRefusal : nullptr;
}

void Session::noteLoss(const Error &why)
{
    m_lost = why;
    if (m_inTransaction)
        m_refusal = why;
}

void Session::note(const QSqlError &error)
{
    if (m_dialect.meansLost(error)) {
        noteLoss(m_watch && m_watch->wasCut() ? tooSlow : toError(error));
        return;
    }
    const Error what = toError(error);
    if (m_inTransaction && m_dialect.endsTransaction(what))
        m_refusal = what;
}

void Session::release()
{
    m_segmentMerge.reset();
    if (m_segmentRows)
        m_segmentRows.emplace();
    if (m_counts)
        rememberUntilCommit();
    Q_ASSERT(m_leased.empty());
    m_connection = QSqlDatabase();
}

void Session::forgetStatements()
{
    m_segmentMerge.reset();
    Q_ASSERT(m_leased.empty());
    m_free.clear();
}

void Session::renew(QSqlDatabase connection)
{
    m_connection = std::move(connection);
    m_lost.reset();
    m_refusal.reset();
    m_inTransaction = false;
}

void Session::probe()
{
    if (m_watch)
        m_watch->setLimit(TimeLimits::probe);
    static_cast<void>(execute(u"SELECT 1"_s));
    if (m_watch)
        m_watch->resetLimit();
}

void Session::onCommitted(std::function<void(const QList<Event> &)> listener)
{
    m_committed = std::move(listener);
}

} // namespace Store
