// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/database.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Sync {

/**
 * Looks after the database while nothing else happens in it: brings the pieces of the full text
 * index together after a large import, gives free space back. Stops between two steps as soon as
 * anything waits for the database. Lives on one sync thread; one for the whole service.
 */
class Upkeep : public QObject
{
public:
    Upkeep(Store::Database &database, QObject *parent = nullptr,
           std::chrono::milliseconds interval = std::chrono::seconds(10));

    void start();
    /// Begins nothing more; resumes when nothing runs.
    QCoro::Task<void> stop();

private:
    QCoro::Task<void> look();
    QCoro::Task<Result<void>> tidy();
    QCoro::Task<Result<void>> merge();
    QCoro::Task<Result<void>> shrink();
    bool mayGoOn() const { return !m_isStopping && m_database.waiting() == 0; }

    Store::Database &m_database;
    QTimer m_timer;
    qint64 m_unmerged = -1; ///< at the last look: where it grows, something happens
    bool m_isRunning = false;
    bool m_isStopping = false;
    QList<Async::Completion<bool>> m_stopped;
};

} // namespace Sync
