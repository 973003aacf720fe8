// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/scheduler.h"

#include "common/sleep.h"
#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "nodes/membership.h"
#include "store/sql/session.h"
#include "sync/accountgroup.h"

#include <QDeadlineTimer>

using namespace Qt::StringLiterals;

namespace Sync {

using Kind = Store::AccountRequest::Kind;

namespace {

constexpr auto bodyWithin = std::chrono::seconds(10);

QCoro::Task<bool> started()
{
    co_return true;
}

} // namespace

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

bool Scheduler::isHere(qint64 accountId) const
{
    return !m_context.nodes || m_context.nodes->isHere(accountId);
}

void Scheduler::startAccount(qint64 accountId)
{
    if (m_context.nodes) {
        m_context.nodes->addAccount();
        return;
    }
    groupOf(accountId).post([accountId](AccountGroup &group) { group.start(accountId); });
}

QCoro::Task<void> Scheduler::stopAccount(qint64 accountId)
{
    return isHere(accountId) ? leave(accountId) : m_context.nodes->revoke(accountId);
}

void Scheduler::restartAccount(qint64 accountId)
{
    if (!isHere(accountId)) {
        m_context.nodes->request({ .accountId = accountId, .kind = Kind::Restart });
        return;
    }
    groupOf(accountId).post([accountId](AccountGroup &group) { group.restart(accountId); });
}

QCoro::Task<bool> Scheduler::syncNow(qint64 accountId)
{
    if (!isHere(accountId)) {
        m_context.nodes->request({ .accountId = accountId, .kind = Kind::Pass });
        return started();
    }
    return groupOf(accountId).ask(
        [accountId](AccountGroup &group) { return group.syncNow(accountId); });
}

void Scheduler::storeChanges(qint64 accountId)
{
    if (!isHere(accountId)) {
        m_context.nodes->request({ .accountId = accountId, .kind = Kind::Store });
        return;
    }
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
    if (!isHere(accountId))
        return fetchElsewhere(accountId, folderId, mail);
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

// The node that has the account stores the body. A notification is sent for new mails only, so the row is read
// until the body is there.
QCoro::Task<Result<void>> Scheduler::fetchElsewhere(qint64 accountId, qint64 folderId,
                                                    Store::BodyWanted mail)
{
    constexpr auto between = std::chrono::milliseconds(100);
    const QDeadlineTimer deadline(bodyWithin);
    m_context.nodes->request({ .accountId = accountId,
                               .kind = Kind::Body,
                               .folderId = folderId,
                               .mailId = mail.mailId,
                               .uid = mail.uid,
                               .size = mail.size });
    while (!deadline.hasExpired()) {
        co_await Async::sleep(between);
        auto read = [id = mail.mailId](Store::Session &session) {
            return Store::hasBody(session, id);
        };
        const Result<bool> isThere = co_await m_context.database.reading(std::move(read));
        CO_RETURN_IF_ERROR(isThere);
        if (*isThere)
            co_return {};
    }
    co_return Error{ Error::Code::Timeout,
                     u"The node that synchronises account %1 did not fetch the mail in time."_s.arg(
                         accountId) };
}

void Scheduler::follow(const Store::Fence &lease)
{
    groupOf(lease.accountId).post([lease](AccountGroup &group) { group.follow(lease); });
}

QCoro::Task<void> Scheduler::leave(qint64 accountId)
{
    return groupOf(accountId).ask(
        [accountId](AccountGroup &group) { return group.stop(accountId); });
}

void Scheduler::leaveAll()
{
    for (const auto &thread : m_threads)
        thread->group().post([](AccountGroup &group) { group.leaveAll(); });
}

void Scheduler::carryOut(const Store::AccountRequest &request)
{
    groupOf(request.accountId).post([request](AccountGroup &group) { group.carryOut(request); });
}

// The node that had the accounts may have left mails without an entry in the full text index.
void Scheduler::tookOver()
{
    m_threads.front()->group().post([](AccountGroup &group) { group.repair(); });
}

void Scheduler::beginStop()
{
    for (const auto &thread : m_threads)
        thread->group().beginStop();
}

void Scheduler::stop(std::chrono::milliseconds time)
{
    const QDeadlineTimer deadline(time);
    beginStop();
    for (const auto &thread : m_threads)
        thread->group().stop(std::chrono::milliseconds(deadline.remainingTime()));
}

} // namespace Sync
