// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/authwatch.h"

#include "api/authenticator.h"

#include <QLoggingCategory>

namespace Api {

namespace {

/// The interval of reads if no write is noticed. A read costs little, and the watched file may be moved.
constexpr auto longestSilence = std::chrono::minutes(1);

} // namespace

Q_LOGGING_CATEGORY(authLog, "postrider.auth", QtInfoMsg)

AuthWatch::AuthWatch(Store::Database &database, Authenticator &authenticator,
                     std::chrono::milliseconds interval, QObject *parent)
    : QObject(parent), m_database(database), m_authenticator(authenticator), m_interval(interval),
      m_timer(this)
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] { check(); });
}

void AuthWatch::start()
{
    m_timer.start();
    check();
}

// Watches first and reads then, so that no write in between is missed.
void AuthWatch::check()
{
    listen();
    refresh();
}

// Stops watching at the first change, so that many writes cause one read for each interval.
void AuthWatch::listen()
{
    if (m_path.isEmpty())
        return;
    m_changes = std::make_unique<QFileSystemWatcher>();
    if (!m_changes->addPath(m_path)) { // not watched: reads at each interval
        m_timer.start(m_interval);
        return;
    }
    m_timer.start(longestSilence);
    connect(m_changes.get(), &QFileSystemWatcher::fileChanged, this, [this] {
        m_changes.release()->deleteLater(); // it is the sender of this signal
        m_timer.start(m_interval);
    });
}

void AuthWatch::stop()
{
    m_isStopped = true;
    m_timer.stop();
    m_changes.reset();
}

QCoro::Task<> AuthWatch::refresh()
{
    if (m_isReading || m_isStopped)
        co_return;
    m_isReading = true;
    const int generation = m_authenticator.generation();
    Result<AuthState> state = co_await m_database.reading(readAuthState);
    m_isReading = false;
    const bool hadFailed = std::exchange(m_hasFailed, !state);
    if (!state && !hadFailed) // logged once while the database is away
        qCWarning(authLog).noquote() << "Cannot read the users:" << state.error().message;
    if (state && !m_authenticator.update(*std::move(state), generation))
        QTimer::singleShot(0, this, [this] { refresh(); });
}

} // namespace Api
