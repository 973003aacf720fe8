// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/reconnectingsession.h"

#include "store/sql/libpq.h"
#include "store/sql/timelimits.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Store {

ReconnectingSession::ReconnectingSession(const ReconnectContext &context, Connection::Kind kind,
                                         std::shared_ptr<Watch> watch,
                                         std::unique_ptr<Connection> connection, Session &session)
    : m_context(context), m_kind(kind), m_watch(std::move(watch)), m_session(session),
      m_seenNews(context.server.news())
{
    m_session.watchWith(m_watch.get());
    if (connection) {
        adopt(std::move(connection));
    } else {
        m_isCounted = true;
        m_context.server.lost();
    }
    m_quiet.start();
}

ReconnectingSession::~ReconnectingSession()
{
    if (m_connection)
        drop();
    if (m_isCounted)
        m_context.server.gone();
    m_session.watchWith(nullptr);
}

void ReconnectingSession::makeReady()
{
    if (!m_session.dialect().hasServer())
        return;
    constexpr qint64 soonEnoughMs = 1000;
    const int news = m_context.server.news();
    const bool isNews = news != m_seenNews; // another connection was lost or opened again
    m_seenNews = news;
    if (m_connection && (isNews || m_quiet.hasExpired(soonEnoughMs)))
        probe();
    if (!m_connection)
        tryAgain(isNews);
    if (m_connection && m_settle)
        m_isUnsettled = !m_settle(m_isUnsettled);
    m_quiet.start();
}

void ReconnectingSession::check()
{
    if (m_connection && m_session.isLost())
        drop();
}

void ReconnectingSession::probe()
{
    m_session.probe();
    check();
}

void ReconnectingSession::tryAgain(bool atOnce)
{
    if (m_context.watchdog.isOver())
        return;
    if (m_opening && m_opening->age() > TimeLimits::staleOpening)
        m_opening.reset();
    const bool isRecent =
        m_lastTry.isValid() && !m_lastTry.hasExpired(TimeLimits::betweenTries.count());
    if (!m_opening && isRecent && !atOnce)
        return;
    // An earlier call has waited for an attempt that still runs, so this one does not wait again.
    const bool isNew = !m_opening;
    if (isNew)
        m_opening.emplace(m_context.address, m_kind);
    auto opened = m_opening->wait(isNew ? timeToOpen() : 0ms);
    m_lastTry.start();
    if (!opened) {
        m_context.server.failed(m_opening->late().message);
        return;
    }
    m_opening.reset();
    if (*opened)
        adopt(std::move(**opened));
    else
        m_context.server.failed(opened->error().message);
}

std::chrono::milliseconds ReconnectingSession::timeToOpen() const
{
    if (m_context.watchdog.isSilent())
        return 0ms;
    return m_context.watchdog.isStopping() ? 500ms : TimeLimits::reopening;
}

// The connection to a server is closed before the statements are destroyed. Otherwise each of them would send
// a request to the server.
void ReconnectingSession::drop()
{
    m_watch->detach();
    if (!m_session.dialect().hasServer())
        m_session.forgetStatements();
    m_session.release();
    m_connection.reset();
    m_session.forgetStatements();
    if (!std::exchange(m_isCounted, true))
        m_context.server.lost();
    m_seenNews = m_context.server.news();
}

void ReconnectingSession::adopt(std::unique_ptr<Connection> connection)
{
    m_connection = std::move(connection);
    const QSqlDatabase handle = m_connection->handle();
    if (m_session.dialect().hasServer())
        m_watch->attach(Libpq::socketOf(handle));
    m_session.renew(handle);
    m_lastTry.invalidate();
    if (std::exchange(m_isCounted, false)) {
        m_context.server.back();
        m_isUnsettled = bool(m_settle);
    }
    m_seenNews = m_context.server.news();
}

} // namespace Store
