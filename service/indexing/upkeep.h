// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "store/db/database.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

namespace Indexing {

/**
 * Maintains the database while it is not busy: merges the segments of the full text index after a large
 * import, releases free space, writes SQLite's log (WAL) into the database file.
 * Stops between two steps as soon as anything waits for the database. Removes old events at all
 * times, because no other code does. Puts mails of earlier versions into conversations. Removes
 * old counts of limits. Returns free
 * memory to the kernel if an import left much of it. Checks rarely while nothing is written. Lives on
 * one sync thread; one object for the whole service.
 */
class Upkeep : public QObject
{
public:
    Upkeep(Store::Database &database, QObject *parent = nullptr,
           std::chrono::milliseconds interval = std::chrono::seconds(10));

    void start();
    /// Works only while `isMine` is true: the upkeep of a database that several services share is done by one.
    void onlyWhile(std::function<bool()> isMine) { m_isMine = std::move(isMine); }
    /// Starts no more work; resumes when the running work has ended.
    QCoro::Task<void> stop();

private:
    QCoro::Task<void> runOnce();
    bool mayRest() const;
    QCoro::Task<Result<void>> work();
    QCoro::Task<Result<void>> prune();
    QCoro::Task<Result<void>> forgetRates();
    QCoro::Task<Result<void>> place();
    QCoro::Task<Result<void>> tidy();
    QCoro::Task<Result<void>> merge();
    QCoro::Task<Result<void>> shrink();
    void notePruned(bool isEarly);
    void checkHeap() const;
    bool mayGoOn() const { return !m_worker.isStopping() && m_database.waiting() == 0; }

    Store::Database &m_database;
    std::function<bool()> m_isMine;
    const std::chrono::milliseconds m_interval;
    QTimer m_timer;
    QElapsedTimer m_sinceEarly; ///< time since the last log line about events removed too early
    qint64 m_unmerged = -1;     ///< at the last check; another number now: mails were written
    bool m_isQuiet = false;     ///< at the last check
    bool m_hasUnplaced = false; ///< mails that are in no conversation yet
    bool m_hasFailed = false;   ///< in the last round
    Async::Worker m_worker;
};

} // namespace Indexing
