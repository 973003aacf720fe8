// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "nodes/busytimes.h"
#include "nodes/figures.h"
#include "nodes/follower.h"
#include "nodes/heldaccounts.h"
#include "nodes/turn.h"
#include "store/db/database.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <atomic>

namespace Nodes {

/** The objects that a Member uses; they outlive it. */
struct MemberContext {
    Store::Database &database;
    HeldAccounts &held;
    std::atomic<qint64> &id; ///< 0: it has not joined yet
    std::atomic<bool> &isFirst;
    Figures &figures;
    Listener &listener;
};

/**
 * This service as one of the nodes of a database: writes heartbeats, takes leases, starts and ends the synchronisation of
 * their accounts, and exchanges requests and states with the other nodes. It looks into the database every
 * second and after each notice. Lives on the thread of the Membership.
 */
class Member : public QObject
{
public:
    explicit Member(const MemberContext &context);

    void start(const Store::NodeInfo &info, Follower &follower);
    void look();       ///< into the database, now
    void recount();    ///< the same; there may be more accounts, or fewer
    void addAccount(); ///< the same, on all nodes
    /// The service is being stopped: gives all leases back at once, so that other nodes continue while the
    /// accounts end here. Until they have ended, their writing transactions fail. Requests are passed on, and
    /// states and events of other nodes received, until stopAll().
    void drain();
    void release(const Store::Fence &lease); ///< nothing of the account runs here any more
    void noteState(qint64 accountId, const QByteArray &state);
    void send(const Store::Event &transientEvent);
    QCoro::Task<void> revoke(qint64 accountId);
    void request(const Store::AccountRequest &request);

    /// Gives all leases back and removes this node from the table.
    QCoro::Task<void> stopAll();

private:
    QCoro::Task<void> round();
    void beginLook();
    TurnInput takeInput();
    bool isWeighDue() const;
    void restore(const TurnInput &input);
    void endOutdated(const QString &why);
    void noteId(qint64 id);
    void noteShare(const TurnResult &result);
    void apply(const TurnResult &result);
    void report(const QList<Store::AccountState> &states);
    void compare(const QList<Store::Fence> &held);
    void follow(const Store::Fence &lease);
    void startSome();
    QCoro::Task<void> leave(qint64 accountId);
    qint64 weightOf(qint64 accountId) const { return m_weights.value(accountId, 1); }
    qint64 weightToKeep() const;
    void giveBack();
    void noteTrouble(const std::optional<Error> &error);

    MemberContext m_context;
    Store::NodeInfo m_info;
    Follower *m_follower = nullptr; ///< from start() on
    qint64 m_id = 0;                ///< 0: it has not joined yet
    bool m_isDraining = false;
    bool m_isOutdated = false;  ///< the schema is not for this service any more
    bool m_isInTrouble = false; ///< the last look failed
    bool m_isCountDue = false;
    Share m_share;                   ///< as of the last look
    Store::AccountSum m_all;         ///< the same
    qint64 m_weight = 0;             ///< of the leases of this node, as of the last look
    QHash<qint64, qint64> m_weights; ///< above 1, by account
    BusyTimes m_busyTimes;
    QElapsedTimer m_sinceWeighed;
    QDeadlineTimer m_minuteEnd; ///< of a minute of the database
    QElapsedTimer m_sinceBeat;
    QElapsedTimer m_sinceLook; ///< that succeeded
    QDeadlineTimer m_patience; ///< until then leases of lost nodes are left
    QTimer m_timer;
    QHash<qint64, Store::Fence> m_held; ///< by account
    QList<Store::Fence> m_toStart;      ///< accounts in m_held that the follower does not have yet
    QSet<qint64> m_leaving;             ///< accounts whose synchronisation is ending
    QList<Store::Fence> m_toRelease;
    QHash<qint64, QByteArray> m_states; ///< last noted, of accounts in m_held
    QSet<qint64> m_changed;             ///< accounts whose state is not stored yet
    QList<Store::Event> m_events;       ///< for other nodes, not sent yet
    bool m_hasAdded = false;            ///< an account, and other nodes do not know it yet
    Async::Worker m_worker;
};

} // namespace Nodes
