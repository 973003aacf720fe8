// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/authwatch.h"

#include "api/authenticator.h"

#include <QLoggingCategory>

namespace Api {

Q_LOGGING_CATEGORY(authLog, "postrider.auth", QtInfoMsg)

AuthWatch::AuthWatch(Store::Database &database, Authenticator &authenticator,
                     std::chrono::milliseconds interval, QObject *parent)
    : QObject(parent), m_database(database), m_authenticator(authenticator), m_timer(this)
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] { refresh(); });
}

void AuthWatch::start()
{
    m_timer.start();
    refresh();
}

void AuthWatch::stop()
{
    m_isStopped = true;
    m_timer.stop();
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
    if (!state && !hadFailed) // not once more with each try while the database is away
        qCWarning(authLog).noquote() << "Cannot read the users:" << state.error().message;
    if (state && !m_authenticator.update(*std::move(state), generation))
        QTimer::singleShot(0, this, [this] { refresh(); });
}

} // namespace Api
