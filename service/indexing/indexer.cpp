// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/indexer.h"

#include "indexing/log.h"
#include "parsing/bodyparse.h"
#include "store/db/transaction.h"
#include "store/mail/mailrow.h"
#include "store/search/fill/upkeep.h"

using namespace std::chrono_literals;

namespace Indexing {

namespace {

// Half as much again is 5% slower, twice as much needs 20 MiB more.
constexpr qsizetype batchBytes = qsizetype(2) * 1024 * 1024;
constexpr qsizetype roomBytes = 2 * batchBytes;
constexpr auto longestWait = 250ms; ///< until a single new mail is indexed
// A larger list of unmerged data (PostgreSQL) is merged at less cost, but every search reads it,
// and stop() waits for the merge.
constexpr qsizetype flushBytes = 2 * batchBytes;

qsizetype bytesOf(const Store::SearchDocument &document)
{
    return document.sender.size() + document.subject.size() + document.body.size()
        + document.senderParts.size() + document.subjectParts.size();
}

} // namespace

Indexer::Indexer(Store::Database &database, QThreadPool &pool, QObject *parent, IndexerPace pace)
    : QObject(parent), m_database(database), m_pool(pool), m_pace(pace), m_timer(this),
      m_checkTimer(this), m_againTimer(this), m_flushTimer(this),
      m_writer([this] { return write(); }), m_checker([this] { return checkWaiting(); }),
      m_flusher([this] { return flushInQuiet(); })
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(longestWait);
    m_checkTimer.setInterval(m_pace.checkEvery);
    m_againTimer.setSingleShot(true);
    m_againTimer.setInterval(longestWait);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_writer.wake(); });
    m_flushTimer.setSingleShot(true);
    m_flushTimer.setInterval(m_pace.checkEvery);
    connect(&m_flushTimer, &QTimer::timeout, this, [this] {
        if (m_writer.isRunning() || m_flusher.isRunning())
            m_flushTimer.start();
        else
            m_flusher.wake();
    });
    connect(&m_againTimer, &QTimer::timeout, this, [this] { tryAgain(); });
    connect(&m_checkTimer, &QTimer::timeout, this, [this] { check(); });
}

void Indexer::add(qint64 mailId, Store::SearchDocument document, Store::BodyState state)
{
    m_waitingBytes += bytesOf(document);
    m_waiting.append({ mailId, int(state), std::move(document) });
    if (m_waiting.size() >= Store::searchBatchSize || m_waitingBytes >= batchBytes)
        m_writer.wake();
    else if (!m_timer.isActive())
        m_timer.start();
}

QCoro::Task<void> Indexer::room()
{
    while (m_waitingBytes >= roomBytes && !isStopping()) {
        Async::Completion<bool> turn;
        m_blocked.append(turn);
        co_await turn;
    }
}

void Indexer::letOthersGoOn()
{
    for (const Async::Completion<bool> &turn : std::exchange(m_blocked, {}))
        turn.finish(true);
}

QCoro::Task<void> Indexer::write()
{
    while (!m_waiting.isEmpty() && !isStopping()) { // also mails that are added meanwhile
        m_timer.stop();
        m_waitingBytes = 0;
        Batch batch = std::exchange(m_waiting, {});
        letOthersGoOn();
        const Result<Stored> stored = co_await store(std::move(batch));
        if (!stored) { // the mails stay marked in the database
            noteTrouble(stored.error());
            repair();
        } else {
            tryAgainLater(stored->left);
        }
    }
    letOthersGoOn();
}

QCoro::Task<Result<Indexer::Stored>> Indexer::store(Batch batch)
{
    qsizetype bytes = 0;
    for (const Store::PreparedSearchWork &mail : batch)
        bytes += bytesOf(mail.document);
    auto work = [batch = std::move(batch)](Store::Session &session) -> Result<Stored> {
        Store::Transaction transaction(session);
        const Result<int> count = Store::storeSearchWork(session, batch);
        RETURN_IF_ERROR(count);
        Result<Batch> left = Batch();
        if (*count < batch.size())
            left = Store::passedOver(session, batch);
        RETURN_IF_ERROR(left);
        return transaction.commit(Stored{ *count, std::move(*left) });
    };
    Result<Stored> stored = co_await m_database.indexing(std::move(work));
    CO_RETURN_IF_ERROR(stored);
    const Result<void> flushed = co_await flush(bytes);
    if (!flushed)
        noteTrouble(flushed.error());
    co_return stored;
}

QCoro::Task<Result<void>> Indexer::flush(qsizetype stored)
{
    m_unflushedBytes += stored;
    if (!isStopping())
        m_flushTimer.start();
    if (m_unflushedBytes < flushBytes || isStopping())
        co_return {};
    m_unflushedBytes = 0;
    Result<void> flushed = co_await tidy(Store::MergeExtent::Pressing);
    co_return flushed;
}

QCoro::Task<Result<void>> Indexer::tidy(Store::MergeExtent extent)
{
    const Result<void> flushed = co_await m_database.indexing(Store::flushIndex);
    CO_RETURN_IF_ERROR(flushed);
    for (bool isMore = true; isMore && !isStopping();) {
        auto step = [extent](Store::Session &session) {
            return Store::mergeSegments(session, extent);
        };
        const Result<bool> merged = co_await m_database.indexing(std::move(step));
        CO_RETURN_IF_ERROR(merged);
        isMore = *merged;
    }
    co_return {};
}

// Merges the data that was indexed last, because every search reads unmerged data: 3 ms for 8 MiB
// of texts.
QCoro::Task<void> Indexer::flushInQuiet()
{
    m_unflushedBytes = 0;
    const Result<void> tidied = co_await tidy(Store::MergeExtent::Tiers);
    if (!tidied)
        noteTrouble(tidied.error());
    letOthersGoOn();
}

void Indexer::tryAgainLater(const Batch &left)
{
    m_left += left;
    if (!m_left.isEmpty() && !isStopping() && !m_againTimer.isActive())
        m_againTimer.start();
}

void Indexer::tryAgain()
{
    for (const Store::PreparedSearchWork &mail : std::as_const(m_left))
        m_waitingBytes += bytesOf(mail.document);
    m_waiting += std::exchange(m_left, {});
    m_writer.wake();
}

void Indexer::repair()
{
    if (isStopping())
        return;
    m_hasLeftovers = true;
    m_checkTimer.start();
    m_flushTimer.start(); // merges what an earlier run left unmerged
    check();
}

// A check that runs notices new leftovers by itself, so no other check follows it at once.
void Indexer::check()
{
    if (!m_checker.isRunning())
        m_checker.wake();
}

// Works in small steps, because it runs beside all other work.
QCoro::Task<void> Indexer::checkWaiting()
{
    const bool mayRest = m_database.isUnchangedFor(m_pace.listedAfter + 2 * m_pace.checkEvery);
    bool isAllDone = false;
    for (bool isMore = true; isMore && !isStopping() && !isPressed();) {
        const bool hadLeftovers = std::exchange(m_hasLeftovers, false);
        const Result<Found> found = co_await indexSome(hadLeftovers);
        const bool hasNewLeftovers = m_hasLeftovers; // repair() ran: the read may miss its mails
        // If none was stored (other transactions lock the mails), the timer tries again.
        isMore = found && (found->stored > 0 || hasNewLeftovers);
        m_hasLeftovers = hasNewLeftovers || (hadLeftovers && (!found || found->taken > 0));
        m_isInTrouble = m_isInTrouble && !found;
        isAllDone = found && found->taken == 0 && !m_hasLeftovers;
        if (!found) // the timer tries again
            noteTrouble(found.error());
    }
    // Only a write makes mails wait for the index. If there was none for so long, checks may be rare.
    const std::chrono::milliseconds rest = m_pace.listedAfter;
    m_checkTimer.setInterval(mayRest && isAllDone ? std::max(rest, m_pace.checkEvery)
                                                  : m_pace.checkEvery);
    letOthersGoOn();
}

// Whether other work goes first: the texts of an import are indexed before mails that have no text yet.
bool Indexer::isPressed() const
{
    return !m_hasLeftovers && (!m_waiting.isEmpty() || m_database.waiting() > 0);
}

QCoro::Task<Result<Indexer::Found>> Indexer::indexSome(bool withBody)
{
    constexpr int some = 500;
    const std::chrono::seconds listedAfter = m_pace.listedAfter;
    auto find = [=](Store::Session &session) {
        const qint64 listedUntil = session.now() - listedAfter.count();
        return Store::searchWork(session, some, { withBody, listedUntil });
    };
    Result<QList<Store::SearchWork>> work = co_await m_database.reading(find);
    CO_RETURN_IF_ERROR(work);
    if (work->isEmpty())
        co_return Found();
    Found found{ work->size(), 0 };
    auto prepare = [work = std::move(*work)] {
        Batch batch;
        for (const Store::SearchWork &mail : work)
            batch.append(Store::prepareSearchWork(mail, Parsing::searchFields));
        return batch;
    };
    Batch batch = co_await Async::onPool(&m_pool, std::move(prepare));
    const Result<Stored> stored = co_await store(std::move(batch));
    CO_RETURN_IF_ERROR(stored);
    found.stored = stored->count;
    co_return found;
}

QCoro::Task<void> Indexer::stop()
{
    QCoro::Task<void> written = m_writer.stop();
    QCoro::Task<void> checked = m_checker.stop();
    QCoro::Task<void> flushed = m_flusher.stop();
    m_timer.stop();
    m_checkTimer.stop();
    m_flushTimer.stop();
    m_againTimer.stop();
    letOthersGoOn();
    co_await written;
    co_await checked;
    co_await flushed;
}

// Logs only the first failure, not every one while the disk is full.
void Indexer::noteTrouble(const Error &error)
{
    if (!std::exchange(m_isInTrouble, true))
        qCWarning(logIndexing).noquote() << "search index:" << error.message;
}

} // namespace Indexing
