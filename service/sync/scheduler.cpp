// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/scheduler.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "sync/accountgroup.h"

#include <QDeadlineTimer>

namespace Sync {

/** One thread and the accounts on it. */
class SyncThread
{
public:
    SyncThread(Context &context, Mailbox::Admissions &admissions)
        : m_group(new AccountGroup(context, admissions))
    {
        m_thread.setObjectName(QStringLiteral("sync"));
        if (auto dispatcher = Net::makeDispatcher())
            m_thread.setEventDispatcher(dispatcher.release());
        m_group.get()->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_group.get(), &QObject::deleteLater);
        Crypto::releaseAtEndOf(m_thread);
        m_thread.start();
    }
    ~SyncThread()
    {
        m_thread.quit();
        m_thread.wait();
    }

    Resident<AccountGroup> &group() { return m_group; }

private:
    QThread m_thread;
    Resident<AccountGroup> m_group; ///< lives on m_thread, deleted there
};

Scheduler::Scheduler(Context context, int threads)
    : m_context(std::move(context)),
      m_admissions(m_context.settings.maxStarts, m_context.settings.mailboxConnections)
{
    for (int i = 0; i < threads; ++i)
        m_threads.push_back(std::make_unique<SyncThread>(m_context, m_admissions));
}

Scheduler::~Scheduler() = default;

Resident<AccountGroup> &Scheduler::groupOf(qint64 accountId) const
{
    return m_threads[size_t(accountId) % m_threads.size()]->group();
}

void Scheduler::start(const QList<qint64> &accounts)
{
    for (const qint64 account : accounts)
        startAccount(account);
    m_threads.front()->group().post([](AccountGroup &group) { group.repair(); });
}

void Scheduler::startAccount(qint64 accountId)
{
    groupOf(accountId).post([accountId](AccountGroup &group) { group.start(accountId); });
}

QCoro::Task<void> Scheduler::stopAccount(qint64 accountId)
{
    return groupOf(accountId).ask(
        [accountId](AccountGroup &group) { return group.stop(accountId); });
}

void Scheduler::restartAccount(qint64 accountId)
{
    groupOf(accountId).post([accountId](AccountGroup &group) { group.restart(accountId); });
}

QCoro::Task<bool> Scheduler::syncNow(qint64 accountId)
{
    return groupOf(accountId).ask(
        [accountId](AccountGroup &group) { return group.syncNow(accountId); });
}

void Scheduler::storeChanges(qint64 accountId)
{
    groupOf(accountId).post([accountId](AccountGroup &group) { group.storeChanges(accountId); });
}

void Scheduler::databaseReturned(bool isOther)
{
    for (const auto &thread : m_threads)
        thread->group().post([isOther](AccountGroup &group) { group.databaseReturned(isOther); });
}

QCoro::Task<Result<void>> Scheduler::fetchBody(qint64 accountId, qint64 folderId,
                                               Store::BodyWanted mail)
{
    return groupOf(accountId).ask([accountId, folderId, mail](AccountGroup &group) {
        return group.fetchBody(accountId, folderId, mail);
    });
}

QCoro::Task<Result<qint64>> Scheduler::fetchPart(PartWanted wanted)
{
    return groupOf(wanted.accountId).ask([wanted](AccountGroup &group) {
        return group.parts().fetch(wanted);
    });
}

void Scheduler::stop(std::chrono::milliseconds time)
{
    const QDeadlineTimer deadline(time);
    for (const auto &thread : m_threads)
        thread->group().beginStop();
    for (const auto &thread : m_threads)
        thread->group().stop(std::chrono::milliseconds(deadline.remainingTime()));
}

} // namespace Sync
