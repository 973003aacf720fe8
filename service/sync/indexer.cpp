// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/indexer.h"

#include "store/mailrow.h"
#include "store/transaction.h"
#include "sync/bodyparse.h"
#include "sync/log.h"

using namespace std::chrono_literals;

namespace Sync {

namespace {

// Half as much again is 5% slower, twice as much needs 20 MiB more.
constexpr qsizetype batchBytes = qsizetype(4) * 1024 * 1024;
constexpr qsizetype roomBytes = 2 * batchBytes;
constexpr auto longestWait = 250ms; ///< until a lone new mail is found

qsizetype bytesOf(const Store::SearchDocument &document)
{
    return document.sender.size() + document.subject.size() + document.body.size()
        + document.senderParts.size() + document.subjectParts.size();
}

} // namespace

Indexer::Indexer(Store::Database &database, QThreadPool &pool, QObject *parent, IndexerPace pace)
    : QObject(parent), m_database(database), m_pool(pool), m_pace(pace), m_timer(this),
      m_lookTimer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(longestWait);
    m_lookTimer.setInterval(m_pace.lookAround);
    connect(&m_timer, &QTimer::timeout, this, [this] { write(); });
    connect(&m_lookTimer, &QTimer::timeout, this, [this] { lookAround(); });
}

void Indexer::add(qint64 mailId, Store::SearchDocument document, Store::BodyState state)
{
    m_waitingBytes += bytesOf(document);
    m_waiting.append({ mailId, int(state), std::move(document) });
    if (m_waiting.size() >= Store::searchBatchSize || m_waitingBytes >= batchBytes)
        write();
    else if (!m_timer.isActive())
        m_timer.start();
}

QCoro::Task<void> Indexer::room()
{
    while (m_waitingBytes >= roomBytes && !m_isStopping) {
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
    if (m_isWriting) // goes on with the rest by itself
        co_return;
    m_isWriting = true;
    while (!m_waiting.isEmpty() && !m_isStopping) {
        m_timer.stop();
        m_waitingBytes = 0;
        Batch batch = std::exchange(m_waiting, {});
        letOthersGoOn();
        const Result<int> stored = co_await store(std::move(batch));
        if (!stored) { // the mails stay marked
            noteTrouble(stored.error());
            repair();
        }
    }
    m_isWriting = false;
    noteEnd();
}

QCoro::Task<Result<int>> Indexer::store(Batch batch)
{
    auto work = [batch = std::move(batch)](Store::Session &session) -> Result<int> {
        Store::Transaction transaction(session);
        const Result<int> count = Store::storeSearchWork(session, batch);
        if (!count)
            return count;
        const Result<void> committed = transaction.commit();
        return committed ? count : Result<int>(committed.error());
    };
    Result<int> stored = co_await m_database.writingLater(std::move(work));
    co_return stored;
}

void Indexer::repair()
{
    if (m_isStopping)
        return;
    m_hasLeftovers = true;
    m_lookTimer.start();
    lookAround();
}

// Small steps: this runs beside everything else.
QCoro::Task<void> Indexer::lookAround()
{
    if (m_isLooking || m_isStopping)
        co_return;
    m_isLooking = true;
    for (bool isMore = true; isMore && !m_isStopping && !isPressed();) {
        const Result<qsizetype> taken = co_await indexSome(m_hasLeftovers);
        isMore = taken && *taken > 0;
        m_hasLeftovers = m_hasLeftovers && (isMore || !taken);
        m_isInTrouble = m_isInTrouble && !taken;
        if (!taken) // looks again after a while
            noteTrouble(taken.error());
    }
    m_isLooking = false;
    noteEnd();
}

// What an import brings goes before mails that have no text yet.
bool Indexer::isPressed() const
{
    return !m_hasLeftovers && (!m_waiting.isEmpty() || m_database.waiting() > 0);
}

// How many were taken; 0: there were none.
QCoro::Task<Result<qsizetype>> Indexer::indexSome(bool withBody)
{
    constexpr int some = 500;
    const std::chrono::seconds listedAfter = m_pace.listedAfter;
    auto find = [=](Store::Session &session) {
        const qint64 listedUntil = session.now() - listedAfter.count();
        return Store::searchWork(session, some, { withBody, listedUntil });
    };
    Result<QList<Store::SearchWork>> work = co_await m_database.reading(find);
    if (!work)
        co_return work.error();
    const qsizetype taken = work->size();
    auto prepare = [work = std::move(*work)] {
        Batch batch;
        for (const Store::SearchWork &mail : work)
            batch.append(Store::prepareSearchWork(mail, searchFields));
        return batch;
    };
    Batch batch = co_await Async::onPool(&m_pool, std::move(prepare));
    const Result<int> stored = co_await store(std::move(batch));
    if (!stored)
        co_return stored.error();
    co_return taken;
}

QCoro::Task<void> Indexer::stop()
{
    m_isStopping = true;
    m_timer.stop();
    m_lookTimer.stop();
    letOthersGoOn();
    if (!m_isWriting && !m_isLooking)
        co_return;
    Async::Completion<bool> stopped;
    m_stopped.append(stopped);
    co_await stopped;
}

// Said once, not at every try while the disk is full.
void Indexer::noteTrouble(const Error &error)
{
    if (!std::exchange(m_isInTrouble, true))
        qCWarning(logSync).noquote() << "search index:" << error.message;
}

void Indexer::noteEnd()
{
    letOthersGoOn();
    if (m_isStopping && !m_isWriting && !m_isLooking) {
        for (const Async::Completion<bool> &stopped : std::exchange(m_stopped, {}))
            stopped.finish(true);
    }
}

} // namespace Sync
