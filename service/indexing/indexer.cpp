// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/indexer.h"

#include "indexing/log.h"
#include "parsing/bodyparse.h"
#include "store/db/transaction.h"
#include "store/mail/mailrow.h"
#include "store/search/fill/upkeep.h"
#include "store/search/index/segmentrepair.h"

using namespace std::chrono_literals;

namespace Indexing {

namespace {

// With 2 to 4 MiB a first sync takes as long and needs 3 to 14 MiB more memory.
constexpr qsizetype batchBytes = qsizetype(1) * 1024 * 1024;
constexpr qsizetype roomBytes = 2 * batchBytes;
constexpr auto tryAgainAfter = 250ms;
// After this many bytes of texts many segments may need a merge.
constexpr qsizetype tidyBytes = 4 * batchBytes;

} // namespace

Indexer::Indexer(Store::Database &database, QThreadPool &pool, QObject *parent, IndexerPace pace)
    : QObject(parent), m_database(database), m_pool(pool), m_pace(pace), m_timer(this),
      m_checkTimer(this), m_againTimer(this), m_tidyTimer(this),
      m_writer([this] { return write(); }), m_checker([this] { return checkWaiting(); }),
      m_tidier([this] { return tidyInQuiet(); })
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(m_pace.batchWait);
    m_checkTimer.setInterval(m_pace.checkEvery);
    m_againTimer.setSingleShot(true);
    m_againTimer.setInterval(tryAgainAfter);
    connect(&m_timer, &QTimer::timeout, this, &Indexer::writeNow);
    m_tidyTimer.setSingleShot(true);
    m_tidyTimer.setInterval(m_pace.checkEvery);
    connect(&m_tidyTimer, &QTimer::timeout, this, [this] {
        const bool isBusy = m_writer.isRunning() || m_tidier.isRunning();
        if (isBusy || (m_isTidyForEarlierRun && othersWrite()))
            m_tidyTimer.start();
        else
            m_tidier.wake();
    });
    connect(&m_againTimer, &QTimer::timeout, this, [this] { tryAgain(); });
    connect(&m_checkTimer, &QTimer::timeout, this, [this] { check(); });
}

void Indexer::add(qint64 mailId, Store::SearchDocument document, Store::BodyState state)
{
    m_waitingBytes += document.bytes();
    m_waiting.append({ mailId, int(state), std::move(document) });
    if (isBatchFull())
        m_writer.wake();
    else if (!m_timer.isActive())
        m_timer.start();
}

void Indexer::writeNow()
{
    m_isDue = !m_waiting.isEmpty();
    m_writer.wake();
}

bool Indexer::isBatchFull() const
{
    return m_waiting.size() >= Store::searchBatchSize || m_waitingBytes >= batchBytes;
}

void Indexer::noteIndexed(qsizetype bytes)
{
    if (bytes == 0 || isStopping())
        return;
    m_untidyBytes += bytes;
    m_isTidyForEarlierRun = false;
    if (!m_tidyTimer.isActive())
        m_tidyTimer.start();
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

// What is added meanwhile waits for a full batch again. Otherwise an import would write twice as many segments of half the
// size, and each of them repeats the words of the others.
QCoro::Task<void> Indexer::write()
{
    while (!m_waiting.isEmpty() && (m_isDue || isBatchFull()) && !isStopping()) {
        m_isDue = false;
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
        bytes += mail.document.bytes();
    auto find = [batch](Store::Session &session) {
        return Store::pendingSearchWork(session, batch);
    };
    Result<QList<Store::SearchEntry>> entries = co_await m_database.reading(std::move(find));
    CO_RETURN_IF_ERROR(entries);
    auto invert = [entries = std::move(*entries)] {
        return Store::invertSearchWork(entries);
    };
    Store::InvertedMails inverted = co_await Async::onPool(&m_pool, std::move(invert));
    auto work = [inverted = std::move(inverted),
                 batch = std::move(batch)](Store::Session &session) -> Result<Stored> {
        Store::Transaction transaction(session);
        const Result<int> count = Store::storeSearchWork(session, inverted);
        RETURN_IF_ERROR(count);
        Result<Batch> left = Batch();
        if (*count < batch.size())
            left = Store::passedOver(session, batch);
        RETURN_IF_ERROR(left);
        return transaction.commit(Stored{ *count, std::move(*left) });
    };
    Result<Stored> stored = co_await m_database.indexing(std::move(work));
    CO_RETURN_IF_ERROR(stored);
    const Result<void> tidied = co_await tidyAfter(bytes);
    if (!tidied)
        noteTrouble(tidied.error());
    co_return stored;
}

QCoro::Task<Result<void>> Indexer::tidyAfter(qsizetype stored)
{
    m_untidyBytes += stored;
    m_isTidyForEarlierRun = false;
    if (!isStopping())
        m_tidyTimer.start();
    if (m_untidyBytes < tidyBytes || isStopping())
        co_return {};
    m_untidyBytes = 0;
    Result<void> tidied = co_await tidy(Store::MergeExtent::Pressing);
    co_return tidied;
}

QCoro::Task<Result<void>> Indexer::tidy(Store::MergeExtent extent)
{
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
QCoro::Task<void> Indexer::tidyInQuiet()
{
    m_untidyBytes = 0;
    const Result<void> tidied = co_await tidy(Store::MergeExtent::Tiers);
    if (!tidied)
        noteTrouble(tidied.error());
    letOthersGoOn();
}

// An import that another indexer serves, for example. Of a shared database it is not known.
bool Indexer::othersWrite() const
{
    return !m_database.isShared() && !m_database.isUnchangedFor(m_pace.checkEvery);
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
        m_waitingBytes += mail.document.bytes();
    m_waiting += std::exchange(m_left, {});
    writeNow();
}

void Indexer::repair()
{
    if (isStopping())
        return;
    m_hasLeftovers = true;
    m_checkTimer.start();
    m_isTidyForEarlierRun = true; // this can wait: a merge would delay an import by half a second
    m_tidyTimer.start();
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
    co_await repairDamage();
    const bool mayRest = m_database.isUnchangedFor(m_pace.listedAfter + 2 * m_pace.checkEvery);
    bool isAllDone = false;
    for (bool isMore = true; isMore && !isStopping() && !isPressed();) {
        const bool hadLeftovers = std::exchange(m_hasLeftovers, false);
        if (hadLeftovers && m_rebuild.total == 0)
            co_await beginRebuild();
        const Result<Found> found = co_await indexSome(hadLeftovers);
        noteRebuilt(found ? found->stored : 0);
        const bool hasNewLeftovers = m_hasLeftovers; // repair() ran: the read may miss its mails
        // If none was stored (other transactions lock the mails), the timer tries again.
        isMore = found && (found->stored > 0 || hasNewLeftovers);
        m_hasLeftovers = hasNewLeftovers || (hadLeftovers && (!found || found->taken > 0));
        m_isInTrouble = m_isInTrouble && !found;
        isAllDone = found && found->taken == 0 && !m_hasLeftovers;
        if (!found) // the timer tries again
            noteTrouble(found.error());
    }
    if (isAllDone)
        endRebuild();
    // Only a write makes mails wait for the index. If there was none for so long, checks may be rare.
    const std::chrono::milliseconds rest = m_pace.listedAfter;
    m_checkTimer.setInterval(mayRest && isAllDone ? std::max(rest, m_pace.checkEvery)
                                                  : m_pace.checkEvery);
    letOthersGoOn();
}

QCoro::Task<void> Indexer::beginRebuild()
{
    const Result<qint64> waiting = co_await m_database.reading(Store::waitingForIndex);
    if (!waiting || *waiting < m_pace.reportedFrom)
        co_return;
    m_rebuild = { 0, *waiting };
    m_sinceRebuildLog.start();
    qCInfo(logIndexing) << "search index:" << *waiting << "mails are indexed again";
    noteRebuilt(0);
}

void Indexer::noteRebuilt(qsizetype mails)
{
    constexpr qint64 logEveryMs = 30'000;
    if (m_rebuild.total == 0)
        return;
    m_rebuild.done = std::min(m_rebuild.done + mails, m_rebuild.total);
    if (m_sinceRebuildLog.hasExpired(logEveryMs)) {
        m_sinceRebuildLog.start();
        qCInfo(logIndexing) << "search index:" << m_rebuild.done << "of" << m_rebuild.total
                            << "mails are indexed again";
    }
    if (m_rebuilding)
        m_rebuilding(m_rebuild);
}

void Indexer::endRebuild()
{
    if (std::exchange(m_rebuild, {}).total == 0)
        return;
    qCInfo(logIndexing) << "search index: all mails are indexed again";
    if (m_rebuilding)
        m_rebuilding({});
}

// Makes a segment again in which a damaged row was found. A search that needs the segment fails until then.
QCoro::Task<void> Indexer::repairDamage()
{
    const std::optional<qint64> segment = m_database.takeDamagedSegment();
    if (!segment || isStopping())
        co_return;
    auto remove = [segment = *segment](Store::Session &session) {
        return Store::removeDamagedSegment(session, segment);
    };
    const Result<bool> removed = co_await m_database.indexing(std::move(remove));
    if (!removed)
        noteTrouble(removed.error());
    if (!removed || !*removed)
        co_return;
    qCWarning(logIndexing) << "search index: a row of segment" << *segment
                           << "was damaged; its mails are indexed again";
    m_hasLeftovers = true;
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
    QCoro::Task<void> tidied = m_tidier.stop();
    m_timer.stop();
    m_checkTimer.stop();
    m_tidyTimer.stop();
    m_againTimer.stop();
    letOthersGoOn();
    co_await written;
    co_await checked;
    co_await tidied;
}

// Logs only the first failure, not every one while the disk is full.
void Indexer::noteTrouble(const Error &error)
{
    if (!std::exchange(m_isInTrouble, true))
        qCWarning(logIndexing).noquote() << "search index:" << error.message;
}

} // namespace Indexing
