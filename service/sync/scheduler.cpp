// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/scheduler.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "sync/accountgroup.h"

#include <QPointer>
#include <QSemaphore>

namespace Sync {

/** One thread and the accounts on it. */
class SyncThread
{
public:
    SyncThread(Context &context, Admissions &admissions)
    {
        m_thread.setObjectName(QStringLiteral("sync"));
        if (auto dispatcher = Net::makeDispatcher())
            m_thread.setEventDispatcher(dispatcher.release());
        m_group = new AccountGroup(context, admissions);
        m_group->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_group, &QObject::deleteLater);
        Crypto::releaseAtEndOf(m_thread);
        m_thread.start();
    }
    ~SyncThread()
    {
        m_thread.quit();
        m_thread.wait();
    }

    /// Runs `work(group)` on the thread.
    template<typename F>
    void post(F work)
    {
        QMetaObject::invokeMethod(
            m_group, [group = m_group, work = std::move(work)]() mutable { work(*group); },
            Qt::QueuedConnection);
    }

private:
    QThread m_thread;
    AccountGroup *m_group; ///< lives on m_thread, deleted there
};

namespace {

/// Calls `done(value...)` where `answerTo` lives, if it still does.
template<typename Done, typename... Values>
void answer(const QPointer<QObject> &answerTo, Done done, Values... values)
{
    if (answerTo)
        QMetaObject::invokeMethod(
            answerTo.data(), [done = std::move(done), values...] { done(values...); },
            Qt::QueuedConnection);
}

QCoro::Task<void> stopAndTell(AccountGroup *group, qint64 account, QPointer<QObject> answerTo,
                              std::function<void()> done)
{
    co_await group->stop(account);
    answer(answerTo, done);
}

QCoro::Task<void> fetchAndTell(AccountGroup *group, qint64 account, qint64 folder,
                               Store::BodyWanted mail, QPointer<QObject> answerTo,
                               std::function<void(Result<void>)> done)
{
    const Result<void> fetched = co_await group->fetchText(account, folder, mail);
    answer(answerTo, done, fetched);
}

QCoro::Task<void> fetchPartAndTell(AccountGroup *group, PartWanted wanted,
                                   QPointer<QObject> answerTo,
                                   std::function<void(Result<qint64>)> done)
{
    const Result<qint64> fetched = co_await group->parts().fetch(wanted);
    answer(answerTo, done, fetched);
}

QCoro::Task<void> stopAllAndTell(AccountGroup *group, std::shared_ptr<QSemaphore> stopped)
{
    co_await group->stopAll();
    stopped->release();
}

} // namespace

Scheduler::Scheduler(Context context, int threads)
    : m_context(std::move(context)),
      m_admissions(m_context.settings.maxStarts, m_context.settings.mailboxConnections)
{
    for (int i = 0; i < threads; ++i)
        m_threads.push_back(std::make_unique<SyncThread>(m_context, m_admissions));
}

Scheduler::~Scheduler() = default;

SyncThread &Scheduler::threadOf(qint64 accountId) const
{
    return *m_threads[size_t(accountId) % m_threads.size()];
}

void Scheduler::start(const QList<qint64> &accounts)
{
    for (const qint64 account : accounts)
        startAccount(account);
    m_threads.front()->post([](AccountGroup &group) { group.repair(); });
}

void Scheduler::startAccount(qint64 accountId)
{
    threadOf(accountId).post([accountId](AccountGroup &group) { group.start(accountId); });
}

void Scheduler::stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    threadOf(accountId).post([accountId, to, done = std::move(done)](AccountGroup &group) {
        stopAndTell(&group, accountId, to, done);
    });
}

void Scheduler::restartAccount(qint64 accountId)
{
    threadOf(accountId).post([accountId](AccountGroup &group) { group.restart(accountId); });
}

void Scheduler::syncNow(qint64 accountId, QObject *answerTo, std::function<void(bool)> done)
{
    const QPointer<QObject> to = answerTo;
    threadOf(accountId).post([accountId, to, done = std::move(done)](AccountGroup &group) {
        answer(to, done, group.syncNow(accountId));
    });
}

void Scheduler::tellServer(qint64 accountId)
{
    threadOf(accountId).post([accountId](AccountGroup &group) { group.tellServer(accountId); });
}

void Scheduler::databaseReturned(bool isOther)
{
    for (const auto &thread : m_threads)
        thread->post([isOther](AccountGroup &group) { group.databaseReturned(isOther); });
}

void Scheduler::fetchText(qint64 accountId, qint64 folderId, Store::BodyWanted mail,
                          QObject *answerTo, std::function<void(Result<void>)> done)
{
    const QPointer<QObject> to = answerTo;
    threadOf(accountId).post([=, done = std::move(done)](AccountGroup &group) {
        fetchAndTell(&group, accountId, folderId, mail, to, done);
    });
}

void Scheduler::fetchPart(PartWanted wanted, QObject *answerTo,
                          std::function<void(Result<qint64>)> done)
{
    const QPointer<QObject> to = answerTo;
    threadOf(wanted.accountId).post([=, done = std::move(done)](AccountGroup &group) {
        fetchPartAndTell(&group, wanted, to, done);
    });
}

void Scheduler::stop(std::chrono::milliseconds time)
{
    const auto stopped = std::make_shared<QSemaphore>();
    for (const auto &thread : m_threads)
        thread->post([stopped](AccountGroup &group) { stopAllAndTell(&group, stopped); });
    stopped->tryAcquire(int(m_threads.size()), int(time.count()));
}

} // namespace Sync
