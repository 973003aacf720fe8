// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Api {

class Authenticator;

/**
 * Keeps the Authenticator's memory equal to the database: reads it at the start and then in an
 * interval, so that a change made by another program or node counts within seconds. Where a file
 * shows writes to the database (SQLite's log), the database is read only after such a write. Lives
 * on the http thread; authenticator and database outlive it. At the end: stop(), close the
 * database, end the thread, destroy this.
 */
class AuthWatch : public QObject
{
    Q_OBJECT

public:
    AuthWatch(Store::Database &database, Authenticator &authenticator,
              std::chrono::milliseconds interval = std::chrono::seconds(2),
              QObject *parent = nullptr);

    /// `path`: a file that changes with each write of any program. Call before start().
    void follow(const QString &path) { m_path = path; }

    void start(); ///< on the http thread
    void stop();  ///< likewise; reads no more

private:
    void check();
    void listen();
    QCoro::Task<> refresh();

    Store::Database &m_database;
    Authenticator &m_authenticator;
    const std::chrono::milliseconds m_interval;
    QTimer m_timer;
    QString m_path; ///< empty: no such file
    std::unique_ptr<QFileSystemWatcher> m_changes;
    bool m_isReading = false;
    bool m_hasFailed = false; ///< the last read
    bool m_isStopped = false;
};

} // namespace Api
