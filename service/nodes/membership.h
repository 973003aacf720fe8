// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "nodes/figures.h"
#include "nodes/heldaccounts.h"
#include "nodes/member.h"

#include <QThread>

#include <atomic>

namespace Nodes {

/**
 * This service as one of the nodes of a PostgreSQL database. Made and destroyed on the main thread, after
 * Database::open() and before the first write. Every other call may come from any thread.
 */
class Membership
{
public:
    Membership(Store::Database &database, Listener &listener);
    ~Membership(); ///< stop() first

    /// Joins the nodes; `follower` gets accounts from now on and must outlive this object's stop().
    void start(const Store::NodeInfo &info, Follower &follower);

    qint64 id() const { return m_id; } ///< 0: it has not joined yet
    bool isHere(qint64 accountId) const { return m_held.contains(accountId); }
    /// The one node that does what is done once for the whole database: upkeep. For a moment two nodes may think so,
    /// or none.
    bool isFirst() const { return m_isFirst; }

    const Figures &figures() const { return m_figures; }

    void addAccount(); ///< there is an account to be taken, by this node or another one

    /// To the node that has the account, or the next one that takes it.
    void request(const Store::AccountRequest &request);
    /// No node writes for the account any more; one may take it again, unless it is disabled or deleted.
    QCoro::Task<void> revoke(qint64 accountId);

    /// The synchronisation of an account of this node has ended: other nodes may take it.
    void release(const Store::Fence &lease);
    /// What an account of this node is doing, for the listeners of the other nodes.
    void noteState(qint64 accountId, const QByteArray &state);
    /// To the listeners of the other nodes. May be lost; at most 7,000 bytes of data.
    void send(const Store::Event &transientEvent);

    /// The service is being stopped: see Member::drain().
    void drain();
    /// Leaves the table of nodes; waits until that is stored, at most `time`.
    void stop(std::chrono::milliseconds time);

private:
    void hear(const QByteArray &notice);

    Listener &m_listener;
    HeldAccounts m_held;
    std::atomic<qint64> m_id{ 0 };
    std::atomic<bool> m_isFirst{ false };
    Figures m_figures;
    QThread m_thread;
    Resident<Member> m_member; ///< lives on m_thread, deleted there
};

} // namespace Nodes
