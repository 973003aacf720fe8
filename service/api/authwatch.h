// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/database.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Api {

class Authenticator;

/**
 * Keeps the Authenticator's memory equal to the database: reads it at the start and then in an
 * interval, so that a change made by another program or node counts within seconds. Lives on the
 * http thread; authenticator and database outlive it. At the end: stop(), close the database, end
 * the thread, destroy this.
 */
class AuthWatch : public QObject
{
    Q_OBJECT

public:
    AuthWatch(Store::Database &database, Authenticator &authenticator,
              std::chrono::milliseconds interval = std::chrono::seconds(2),
              QObject *parent = nullptr);

    void start(); ///< on the http thread
    void stop();  ///< likewise; reads no more

private:
    QCoro::Task<> refresh();

    Store::Database &m_database;
    Authenticator &m_authenticator;
    QTimer m_timer;
    bool m_isReading = false;
    bool m_hasFailed = false; ///< the last time
    bool m_isStopped = false;
};

} // namespace Api
