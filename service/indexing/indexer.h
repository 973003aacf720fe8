// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "store/db/database.h"
#include "store/mail/mailrow.h"
#include "store/search/fill/searchbatch.h"
#include "store/search/index/segmentmerging.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <functional>

namespace Indexing {

/** When an Indexer does work that is not urgent, and when it reports it. */
struct IndexerPace {
    /// After this time a mail without its text is indexed by sender and subject only. In a fast import
    /// the text arrives earlier, so the mail is indexed only once.
    std::chrono::seconds listedAfter{ 30 };
    /// The time between two checks for such work, and from the last write until its data is merged
    /// into the index.
    std::chrono::milliseconds checkEvery{ 5000 };
    /// Progress is reported from so many mails on; fewer are indexed in a moment.
    qint64 reportedFrom = 500;
    /// From the first text of a batch until it is indexed although it is not full.
    std::chrono::milliseconds batchWait{ 250 };
};

/** How far the full text index has been made again; all zero: it is complete. */
struct RebuildProgress {
    qint64 done = 0;
    qint64 total = 0; ///< mails

    friend bool operator==(const RebuildProgress &, const RebuildProgress &) = default;
};

/**
 * Makes stored mails searchable, in large batches after their list rows are stored: a batch costs a
 * fraction of single writes. What is not written when the process dies is marked in the database and
 * indexed at the next start by repair(). Lives on one sync thread.
 */
class Indexer : public QObject
{
public:
    Indexer(Store::Database &database, QThreadPool &pool, QObject *parent = nullptr,
            IndexerPace pace = {});

    /// Takes the prepared text of a stored mail.
    void add(qint64 mailId, Store::SearchDocument document,
             Store::BodyState state = Store::BodyState::Stored);

    /// Mails with this many bytes of words were indexed by others, in the transaction that stored the mails. Their small
    /// segments are merged later.
    void noteIndexed(qsizetype bytes);

    /// An import has ended: what was added is indexed at once, without waiting for a full batch.
    void writeNow();

    /// Resumes when the queue has room for more texts. This limits the memory use (back-pressure).
    QCoro::Task<void> room();

    /// Indexes the mails that an earlier run did not index, in the background. After that it also
    /// indexes mails that have waited long for their text. Called for only one indexer of the service.
    void repair();

    /// `listener` is called on this thread while repair() works through many mails, and when it has ended.
    void onRebuild(std::function<void(RebuildProgress)> listener)
    {
        m_rebuilding = std::move(listener);
    }

    /// Starts no more work. Resumes when nothing runs. Waiting mails stay marked in the database.
    QCoro::Task<void> stop();

private:
    using Batch = QList<Store::PreparedSearchWork>;

    /** The outcome of a batch. */
    struct Stored {
        int count = 0;
        Batch left; ///< mails that other transactions were changing
    };
    /** The outcome of a search for mails that wait. */
    struct Found {
        qsizetype taken = 0; ///< 0: there were none
        int stored = 0;
    };

    bool isBatchFull() const;
    QCoro::Task<void> write();
    QCoro::Task<Result<Stored>> store(Batch batch);
    QCoro::Task<Result<void>> tidyAfter(qsizetype stored);
    QCoro::Task<Result<void>> tidy(Store::MergeExtent extent);
    QCoro::Task<void> tidyInQuiet();
    bool othersWrite() const;
    void tryAgainLater(const Batch &left);
    void tryAgain();
    void check();
    QCoro::Task<void> checkWaiting();
    QCoro::Task<void> repairDamage();
    QCoro::Task<void> beginRebuild();
    void noteRebuilt(qsizetype mails);
    void endRebuild();
    QCoro::Task<Result<Found>> indexSome(bool withBody);
    bool isPressed() const;
    bool isStopping() const { return m_writer.isStopping(); } ///< as of the other two workers
    void letOthersGoOn();
    void noteTrouble(const Error &error);

    Store::Database &m_database;
    QThreadPool &m_pool;
    const IndexerPace m_pace;
    QTimer m_timer;
    QTimer m_checkTimer;
    QTimer m_againTimer;
    QTimer m_tidyTimer;
    Batch m_waiting;
    Batch m_left; ///< until m_againTimer ends
    qsizetype m_waitingBytes = 0;
    bool m_isDue = false;               ///< what waits is written although the batch is not full
    qsizetype m_untidyBytes = 0;        ///< indexed since the last tidy()
    bool m_isTidyForEarlierRun = false; ///< the tidy timer merges only what an earlier run left
    bool m_hasLeftovers = false;        ///< stored mails to index whose texts are not in memory
    bool m_isInTrouble = false;         ///< the last work failed
    RebuildProgress m_rebuild;
    std::function<void(RebuildProgress)> m_rebuilding;
    QElapsedTimer m_sinceRebuildLog;
    QList<Async::Completion<bool>> m_blocked;
    Async::Worker m_writer;  ///< write()
    Async::Worker m_checker; ///< checkWaiting()
    Async::Worker m_tidier;  ///< tidyInQuiet()
};

} // namespace Indexing
