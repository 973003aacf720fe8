// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/placequeue.h"

#include <QHash>

#include <memory>
#include <mutex>

namespace Async {

/**
 * A PlaceQueue for coroutines of any threads; like the queues of jobs it has the mutex that they
 * share. Outlives its turns.
 *
 *     Async::Gate::Turn turn(gate, groups);
 *     const bool isAdmitted = co_await turn.admitted();
 */
class Gate
{
    struct Ticket;

public:
    explicit Gate(PlaceQueue::Limits limits) : m_queue(limits) { }

    /** A place in the queue, later inside. Used on the thread that made it; its end leaves. */
    class Turn
    {
    public:
        Turn(Gate &gate, const QList<PlaceGroup> &groups);
        ~Turn();
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;

        /// Resumes when it is inside; false: cancelled meanwhile. After stepAside() it queues anew,
        /// in front of those who have not been inside yet.
        QCoro::Task<bool> admitted();

        /// Ends the wait in admitted(), now and later.
        void cancel();

        /// Others may go first; it still counts for its groups. Nothing where too many are aside.
        void stepAside();

        bool isInside() const;
        /// Others wait for a group of its that is full.
        bool isWanted() const;

    private:
        Gate &m_gate;
        const std::shared_ptr<Ticket> m_ticket;
    };

private:
    struct Ticket {
        PlaceQueue::Id id = 0;
        bool isCancelled = false;
        Home home;
        Completion<bool> admitted; ///< touched on the ticket's thread only
    };

    void reportAdmitted();

    mutable std::mutex m_mutex; ///< guards everything below
    PlaceQueue m_queue;
    QHash<PlaceQueue::Id, std::shared_ptr<Ticket>> m_tickets;
};

} // namespace Async
