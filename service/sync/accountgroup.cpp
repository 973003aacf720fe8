// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountgroup.h"

#include "indexing/indexer.h"
#include "indexing/upkeep.h"
#include "nodes/membership.h"

using namespace Qt::StringLiterals;

namespace Sync {

AccountGroup::AccountGroup(Context &context, Mailbox::Admissions &admissions)
    : m_context(context), m_admissions(admissions),
      m_indexer(new Indexing::Indexer(context.database.all(), context.pool, this)),
      m_upkeep(new Indexing::Upkeep(context.database.all(), this)),
      m_parts(new PartFetcher(context, admissions, this))
{
    if (Nodes::Membership *nodes = context.nodes)
        m_upkeep->onlyWhile([nodes] { return nodes->isFirst(); });
    m_indexer->onRebuild([&observer = context.observer](Indexing::RebuildProgress progress) {
        observer.indexRebuilt(progress);
    });
}

AccountGroup::~AccountGroup()
{
    Q_ASSERT(m_running.isEmpty());
}

void AccountGroup::repair()
{
    m_indexer->repair();
    m_upkeep->start();
}

void AccountGroup::start(qint64 accountId, bool isChanged)
{
    if (m_isStopping || isRunning(accountId))
        return;
    const auto lease = m_leases.constFind(accountId);
    const bool isLeased = lease != m_leases.constEnd();
    if (m_context.nodes && !isLeased)
        return;                       // it is given back, or another node has it
    delete m_running.take(accountId); // an AccountSync that ended by itself
    auto *account =
        new AccountSync(accountId, m_context, isLeased ? std::optional(*lease) : std::nullopt,
                        *m_indexer, m_admissions);
    m_running.insert(accountId, account);
    account->start(isChanged);
}

void AccountGroup::follow(const Store::Fence &lease)
{
    m_leases.insert(lease.accountId, lease);
    start(lease.accountId);
}

QCoro::Task<void> AccountGroup::stop(qint64 accountId)
{
    const Store::Fence lease = m_leases.take(accountId);
    co_await end(accountId);
    if (lease.accountId != 0)
        m_context.nodes->release(lease);
}

void AccountGroup::leaveAll()
{
    const QList<qint64> accounts = m_leases.keys();
    for (const qint64 account : accounts)
        stop(account);
}

QCoro::Task<void> AccountGroup::end(qint64 accountId)
{
    m_parts->abort(accountId);
    AccountSync *account = m_running.take(accountId);
    if (!account)
        co_return;
    ++m_ending;
    co_await account->stop();
    account->deleteLater(); // its last lines may still be on the stack
    if (--m_ending == 0 && m_isStopping)
        m_ended.finish(true);
}

QCoro::Task<void> AccountGroup::restart(qint64 accountId)
{
    co_await end(accountId);
    start(accountId, true);
}

bool AccountGroup::isRunning(qint64 accountId) const
{
    const AccountSync *account = m_running.value(accountId);
    return account && account->isRunning();
}

QCoro::Task<void> AccountGroup::stopAll()
{
    m_isStopping = true;
    const QList<qint64> accounts = m_running.keys();
    std::vector<QCoro::Task<void>> stopping; // all at once, then wait
    for (const qint64 account : accounts)
        stopping.push_back(stop(account));
    co_await m_parts->stop();
    for (QCoro::Task<void> &one : stopping)
        co_await one;
    if (m_ending > 0) // accounts that began to end before
        co_await m_ended;
    co_await m_indexer->stop();
    co_await m_upkeep->stop();
}

bool AccountGroup::syncNow(qint64 accountId)
{
    if (isRunning(accountId))
        return m_running.value(accountId)->syncNow();
    start(accountId);
    return true;
}

void AccountGroup::carryOut(const Store::AccountRequest &request)
{
    using Kind = Store::AccountRequest::Kind;
    switch (request.kind) {
    case Kind::Pass:
        syncNow(request.accountId);
        return;
    case Kind::Restart:
        restart(request.accountId);
        return;
    case Kind::Store:
        storeChanges(request.accountId);
        return;
    case Kind::Body:
        fetchBody(request.accountId, request.folderId,
                  { request.mailId, request.uid, request.size });
        return;
    }
}

void AccountGroup::storeChanges(qint64 accountId)
{
    if (isRunning(accountId))
        m_running.value(accountId)->storeChanges();
}

void AccountGroup::databaseReturned(bool isOther)
{
    for (AccountSync *account : std::as_const(m_running))
        account->databaseReturned(isOther);
}

QCoro::Task<Result<void>> AccountGroup::fetchBody(qint64 accountId, qint64 folderId,
                                                  Store::BodyWanted mail)
{
    AccountSync *account = m_running.value(accountId);
    if (!isRunning(accountId))
        co_return Error{ Error::Code::Unreachable, u"The account is disabled."_s };
    Result<void> fetched = co_await account->fetchBody(folderId, mail);
    co_return fetched;
}

} // namespace Sync
