// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/db/database.h"
#include "store/mail/mailrow.h"
#include "store/search/fill/searchbatch.h"
#include "store/search/index/segmentmerging.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>

namespace Sync {

/** When an Indexer does what is not urgent. */
struct IndexerPace {
    /// A mail whose text is not here yet is found by sender and subject after so long. In a quick
    /// import the text comes before, and is indexed once.
    std::chrono::seconds listedAfter{ 30 };
    /// Between two looks for such work, and until what was indexed last is brought into order.
    std::chrono::milliseconds lookAround{ 5000 };
};

/**
 * Makes stored mails searchable, in large batches behind the lists: the full text index costs a
 * fraction of single writes that way. What is not written when the process dies is marked in the
 * database and indexed at the next start by repair(). Lives on one sync thread.
 */
class Indexer : public QObject
{
public:
    Indexer(Store::Database &database, QThreadPool &pool, QObject *parent = nullptr,
            IndexerPace pace = {});

    /// Takes the prepared text of a stored mail.
    void add(qint64 mailId, Store::SearchDocument document,
             Store::BodyState state = Store::BodyState::Stored);

    /// Resumes once there is room for more: back-pressure instead of memory.
    QCoro::Task<void> room();

    /// Indexes what an earlier run left over; goes on by itself, and from then on takes care of
    /// mails that wait for their text for long. For one indexer of the service.
    void repair();

    /// Begins nothing more; resumes when nothing runs. What was waiting stays marked.
    QCoro::Task<void> stop();

private:
    using Batch = QList<Store::PreparedSearchWork>;

    /** The outcome of a batch. */
    struct Stored {
        int count = 0;
        Batch left; ///< others were at work with these mails
    };
    /** The outcome of a look for mails that wait. */
    struct Found {
        qsizetype taken = 0; ///< 0: there were none
        int stored = 0;
    };

    QCoro::Task<void> write();
    QCoro::Task<Result<Stored>> store(Batch batch);
    QCoro::Task<Result<void>> flush(qsizetype stored);
    QCoro::Task<Result<void>> tidy(Store::MergeExtent extent);
    QCoro::Task<void> flushInQuiet();
    void tryAgainLater(const Batch &left);
    void tryAgain();
    QCoro::Task<void> lookAround();
    QCoro::Task<Result<Found>> indexSome(bool withBody);
    bool isPressed() const;
    bool isAtWork() const;
    void letOthersGoOn();
    void noteTrouble(const Error &error);
    void noteEnd();

    Store::Database &m_database;
    QThreadPool &m_pool;
    const IndexerPace m_pace;
    QTimer m_timer;
    QTimer m_lookTimer;
    QTimer m_againTimer;
    QTimer m_flushTimer;
    Batch m_waiting;
    Batch m_left; ///< until m_againTimer ends
    qsizetype m_waitingBytes = 0;
    qsizetype m_unflushedBytes = 0; ///< see Store::flushIndex()
    bool m_isWriting = false;
    bool m_isLooking = false;
    bool m_isFlushing = false;
    bool m_hasLeftovers = false; ///< mails with their text that nobody holds in memory
    bool m_isInTrouble = false;  ///< the last work failed
    bool m_isStopping = false;
    QList<Async::Completion<bool>> m_stopped;
    QList<Async::Completion<bool>> m_blocked;
};

} // namespace Sync
