// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/placequeue.h"

#include <QHash>

#include <memory>
#include <mutex>

namespace Async {

/**
 * A fair semaphore for coroutines of any thread: at most N holders in total and M of each group, first come
 * first served (PlaceQueue). Outlives its slots.
 *
 *     Async::Admission::Slot slot(admission, groups);
 *     const bool isAdmitted = co_await slot.admitted();
 */
class Admission
{
    struct Ticket;

public:
    explicit Admission(PlaceQueue::Limits limits) : m_queue(limits) { }

    /** A place in the queue, and then among the holders. Used on the thread that made it; its destructor leaves. */
    class Slot
    {
    public:
        Slot(Admission &admission, const QList<PlaceGroup> &groups);
        ~Slot();
        Slot(const Slot &) = delete;
        Slot &operator=(const Slot &) = delete;

        /// Resumes when it is inside; false: cancelled meanwhile. After stepAside() it queues anew,
        /// in front of tickets that have not been inside yet.
        QCoro::Task<bool> admitted();

        /// Ends a wait in admitted(), this one and later ones.
        void cancel();

        /// Gives the place to others; the slot still counts for its groups. Does nothing if too many slots
        /// are aside.
        void stepAside();

        bool isInside() const;
        /// Whether others wait for one of its groups, which is full.
        bool isWanted() const;

    private:
        Admission &m_admission;
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
