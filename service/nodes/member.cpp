// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/member.h"

#include "nodes/log.h"
#include "nodes/notices.h"
#include "store/db/transaction.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Nodes {

namespace {

constexpr auto beatEvery = 4s;
constexpr auto lookEvery = 1s;
constexpr auto lostAfter = 12s; ///< as in resources/sql/nodes.sql

// Accounts that start together all read their row first. More of them would fill the queue of the database.
constexpr qsizetype startedTogether = 200;
constexpr auto betweenStarts = 100ms;

// Long enough to tell traffic from a single mail. At the end of a minute of the database, so that all nodes do it
// together: the weights fall by half, and with half the weight a node would look like one with too few accounts.
constexpr auto weighEvery = 60s;

bool isSyncing(const QByteArray &state)
{
    return state.contains("\"syncing\"");
}

bool isBusy(const QByteArray &state)
{
    return state.isEmpty() || state.contains("\"connecting\"") || isSyncing(state);
}

BusyTimes::Milliseconds monotonicNow()
{
    return std::chrono::duration_cast<BusyTimes::Milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace

Member::Member(const MemberContext &context)
    : m_context(context), m_timer(this), m_worker([this] { return round(); })
{
    m_timer.setInterval(lookEvery);
    connect(&m_timer, &QTimer::timeout, this, &Member::look);
}

void Member::start(const Store::NodeInfo &info, Follower &follower)
{
    m_info = info;
    m_follower = &follower;
    m_timer.start();
    look();
}

void Member::look()
{
    if (m_timer.isActive())
        m_worker.wake();
}

void Member::recount()
{
    m_isCountDue = true;
    look();
}

void Member::addAccount()
{
    m_hasAdded = true;
    recount();
}

void Member::drain()
{
    if (std::exchange(m_isDraining, true))
        return;
    m_context.figures.givenBack.add(quint64(m_held.size()));
    m_context.figures.leases.set(0);
    m_toStart.clear();
    m_context.held.clear(); // requests go to the nodes that take the accounts
    m_context.isFirst = false;
    if (m_follower)
        m_follower->leaveAll();
    m_sinceBeat.invalidate(); // so that the next look stores it
    look();
}

void Member::release(const Store::Fence &lease)
{
    if (m_held.value(lease.accountId) == lease) {
        m_held.remove(lease.accountId);
        m_states.remove(lease.accountId);
        m_busyTimes.remove(lease.accountId);
        m_context.held.remove(lease.accountId);
    }
    if (m_isDraining)
        return; // all leases are given back together
    m_toRelease.append(lease);
    look();
}

void Member::noteState(qint64 accountId, const QByteArray &state)
{
    if (!m_held.contains(accountId) || m_states.value(accountId) == state)
        return;
    m_states.insert(accountId, state);
    m_busyTimes.note(accountId, isSyncing(state), monotonicNow());
    m_changed.insert(accountId); // stored by the next look
}

void Member::send(const Store::Event &transientEvent)
{
    constexpr qsizetype most = 200; // a burst that no client needs in full
    if (m_events.size() < most)
        m_events.append(transientEvent);
}

QCoro::Task<void> Member::revoke(qint64 accountId)
{
    auto work = [accountId](Store::Session &session) -> Result<void> {
        RETURN_IF_ERROR(Store::revokeLease(session, accountId));
        return Store::notifyNodes(session);
    };
    const Result<void> done = co_await m_context.database.coordinating(std::move(work));
    if (!done) // the holder finds the account disabled or deleted when it reads it the next time
        qCWarning(logNodes).noquote() << "account=" << accountId << done.error().message;
}

void Member::request(const Store::AccountRequest &request)
{
    m_context.database.coordinate(
        Store::Job([request, &figures = m_context.figures](Store::Session &session) {
            const Result<void> added = Store::addRequest(session, request);
            if (added)
                figures.requestsSent.add();
            else
                qCWarning(logNodes).noquote()
                    << "account=" << request.accountId << "not passed on:" << added.error().message;
        }));
    look(); // perhaps no node has the account, and this one takes it
}

QCoro::Task<void> Member::stopAll()
{
    m_timer.stop();
    co_await m_worker.stop();
    if (m_id == 0)
        co_return;
    auto work = [id = m_id](Store::Session &session) -> Result<void> {
        RETURN_IF_ERROR(Store::releaseLeases(session, id));
        RETURN_IF_ERROR(Store::leaveNodes(session, id));
        return Store::notifyNodes(session);
    };
    const Result<void> left = co_await m_context.database.coordinating(std::move(work));
    if (!left) // the other nodes notice the end after 12 s
        qCWarning(logNodes).noquote() << left.error().message;
}

TurnInput Member::takeInput()
{
    TurnInput input;
    input.info = m_info;
    input.nodeId = m_id;
    input.isDraining = m_isDraining;
    input.isBeatDue = !m_sinceBeat.isValid() || m_sinceBeat.hasExpired(beatEvery / 1ms);
    input.isCountDue = std::exchange(m_isCountDue, false);
    input.takesFromLost = m_patience.hasExpired();
    input.all = m_all;
    input.known.weight = m_weight;
    if (isWeighDue()) {
        input.weights = m_busyTimes.takeWeights(monotonicNow());
        input.isCountDue = true;
        m_sinceWeighed.start();
    }
    input.known.leases = m_held.size();
    for (const Store::Fence &lease : std::as_const(m_held))
        input.known.epochs += lease.epoch;
    input.toRelease = std::exchange(m_toRelease, {});
    input.notices = noticesOf(std::exchange(m_events, {}));
    if (std::exchange(m_hasAdded, false))
        input.notices.append(QByteArray());
    const QSet<qint64> changed = std::exchange(m_changed, {});
    for (const qint64 account : changed) {
        if (m_held.contains(account))
            input.states.append({ m_held.value(account), m_states.value(account) });
    }
    return input;
}

// Not twice at one end, if the clocks differ a little.
bool Member::isWeighDue() const
{
    const bool isEarly = m_sinceWeighed.isValid() && !m_sinceWeighed.hasExpired(weighEvery / 2ms);
    return m_id != 0 && m_minuteEnd.hasExpired() && !isEarly;
}

// What was not stored is stored by a later look. It begins with a beat, which finds out whether the node is still
// in the table. Notices are lost: they are about a moment that is over.
void Member::restore(const TurnInput &input)
{
    m_sinceBeat.invalidate();
    m_toRelease = input.toRelease + m_toRelease;
    for (const Store::LeaseState &state : input.states)
        m_changed.insert(state.lease.accountId);
}

// After a time without the database the other nodes look lost, although they only had no database either.
void Member::beginLook()
{
    constexpr auto tooLong = 5 * lookEvery;
    if (!m_sinceLook.isValid() || m_sinceLook.hasExpired(tooLong / 1ms))
        m_patience.setRemainingTime(lostAfter);
}

QCoro::Task<void> Member::round()
{
    beginLook();
    const TurnInput input = takeInput();
    QElapsedTimer begun;
    begun.start();
    auto work = [input](Store::Session &session) {
        return takeTurn(session, input);
    };
    const Result<TurnResult> found = co_await m_context.database.coordinating(std::move(work));
    noteTrouble(found ? std::nullopt : std::optional(found.error()));
    if (!found) {
        restore(input);
        co_return;
    }
    if (!found->outdated.isEmpty()) {
        endOutdated(found->outdated);
        co_return;
    }
    const std::chrono::nanoseconds took(begun.nsecsElapsed());
    m_context.figures.looks.observe(took);
    if (input.isBeatDue) {
        m_sinceBeat = begun; // the beat is not younger than this
        m_context.figures.noteBeat(took);
    }
    m_sinceLook.start();
    if (m_id != found->nodeId)
        noteId(found->nodeId);
    noteShare(*found);
    report(found->states);
    if (!m_worker.isStopping() && !m_isDraining)
        apply(*found);
}

// The listener stops the service. Until then it neither beats nor takes accounts.
void Member::endOutdated(const QString &why)
{
    if (!std::exchange(m_isOutdated, true))
        m_context.listener.outdated(why);
}

// Also while the service is being stopped: the row has to be removed.
void Member::noteId(qint64 id)
{
    qCInfo(logNodes) << "this service is node" << id << "of the database";
    m_id = id;
    m_context.id = id;
}

void Member::noteShare(const TurnResult &result)
{
    m_minuteEnd.setRemainingTime(weighEvery - result.ofMinute);
    m_share = result.share;
    m_all = result.all;
    Figures &figures = m_context.figures;
    figures.known.set(result.known);
    figures.alive.set(m_share.nodes);
    figures.accounts.set(m_all.accounts);
    figures.weight.set(result.heldWeight);
    figures.share.set(m_isDraining ? 0 : fairShare(m_share));
}

void Member::report(const QList<Store::AccountState> &states)
{
    for (const Store::AccountState &state : states) {
        if (!m_held.contains(state.accountId))
            m_context.listener.stateChanged(state.accountId, state.state);
    }
}

void Member::apply(const TurnResult &result)
{
    m_context.isFirst = result.first == m_id;
    m_weight = result.heldWeight;
    if (result.weights)
        m_weights = *result.weights;
    if (result.held)
        compare(*result.held);
    else
        for (const Store::Fence &lease : result.taken)
            follow(lease);
    if (!result.taken.isEmpty()) {
        m_context.figures.taken.add(quint64(result.taken.size()));
        qCInfo(logNodes).nospace()
            << "accounts taken over: " << result.taken.size() << ", held now: " << m_held.size();
        m_follower->tookOver();
    }
    for (const Store::AccountRequest &request : result.requests)
        m_follower->carryOut(request);
    m_context.figures.requestsServed.add(quint64(result.requests.size()));
    giveBack();
    m_context.figures.leases.set(m_held.size());
}

// After a time without the database, other nodes may have taken accounts, or this one has them still.
void Member::compare(const QList<Store::Fence> &held)
{
    QHash<qint64, Store::Fence> there;
    for (const Store::Fence &lease : held)
        there.insert(lease.accountId, lease);
    const QHash<qint64, Store::Fence> here = m_held;
    for (const Store::Fence &lease : here) {
        if (there.value(lease.accountId) != lease)
            leave(lease.accountId);
    }
    for (const Store::Fence &lease : held)
        follow(lease);
}

// An account whose earlier synchronisation here is still ending is followed at a later look.
void Member::follow(const Store::Fence &lease)
{
    if (m_held.contains(lease.accountId) || m_leaving.contains(lease.accountId)
        || m_toRelease.contains(lease))
        return;
    m_held.insert(lease.accountId, lease);
    m_context.held.insert(lease.accountId);
    m_toStart.append(lease);
    if (m_toStart.size() == 1)
        QTimer::singleShot(0, this, &Member::startSome);
}

void Member::startSome()
{
    const qsizetype count = std::min(startedTogether, m_toStart.size());
    for (const Store::Fence &lease : m_toStart.first(count)) {
        if (m_held.value(lease.accountId) == lease) // else it was lost meanwhile
            m_follower->follow(lease);
    }
    m_toStart.remove(0, count);
    if (!m_toStart.isEmpty() && m_timer.isActive())
        QTimer::singleShot(betweenStarts, this, &Member::startSome);
}

QCoro::Task<void> Member::leave(qint64 accountId)
{
    if (m_leaving.contains(accountId))
        co_return;
    m_leaving.insert(accountId);
    m_held.remove(accountId);
    m_states.remove(accountId);
    m_busyTimes.remove(accountId);
    m_context.held.remove(accountId);
    co_await m_follower->leave(accountId);
    m_leaving.remove(accountId);
    look();
}

// Without the accounts that it gives back already.
qint64 Member::weightToKeep() const
{
    qint64 weight = m_weight;
    for (const qint64 account : m_leaving)
        weight -= weightOf(account);
    for (const Store::Fence &lease : m_toRelease)
        weight -= weightOf(lease.accountId);
    return weight;
}

// Accounts that only wait for changes move without a loss of work. One that is heavier than what is too much stays,
// because the next node would give it back, too.
void Member::giveBack()
{
    qint64 left = m_isDraining ? 0 : shallGiveBack(m_share, weightToKeep());
    if (left == 0)
        return;
    const QList<qint64> accounts = m_held.keys();
    for (const qint64 account : accounts) {
        if (weightOf(account) <= left && !isBusy(m_states.value(account))) {
            left -= weightOf(account);
            m_context.figures.givenBack.add();
            leave(account);
        }
    }
}

void Member::noteTrouble(const std::optional<Error> &error)
{
    const bool wasInTrouble = std::exchange(m_isInTrouble, error.has_value());
    if (error && !wasInTrouble && !m_worker.isStopping())
        qCWarning(logNodes).noquote() << "the table of nodes:" << error->message;
}

} // namespace Nodes
