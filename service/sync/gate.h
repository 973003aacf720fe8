// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QHash>
#include <QString>

#include <deque>
#include <memory>
#include <mutex>

namespace Sync {

/**
 * Lets so many accounts in at once, and so many of one group, in the order of asking. One for all
 * sync threads; like the queues it has the mutex that they share.
 *
 * A group that hangs keeps its own accounts waiting and nobody else: who waits for a group that has
 * as many inside as it may takes no place, and who has come in can give the place back for a while
 * with stepAside().
 */
class Gate
{
    struct Ticket;

public:
    /// 0: no limit.
    Gate(int atOnce, int perGroup);

    /** A place in the queue, later inside. Used on the thread that made it; its end leaves. */
    class Turn
    {
    public:
        Turn(Gate &gate, const QString &group);
        ~Turn();
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;

        /// Resumes when it is inside; false: cancelled meanwhile. After stepAside() it queues anew,
        /// in front of those who have not been inside yet.
        QCoro::Task<bool> admitted();

        /// Ends the wait in admitted(), now and later.
        void cancel();

        /// Others may go first; it still counts for its group.
        void stepAside();

        /// Others of its group wait.
        bool isWanted() const;

    private:
        Gate &m_gate;
        const std::shared_ptr<Ticket> m_ticket;
    };

private:
    enum class State { AtGroup, Queued, Inside, Aside };

    struct Ticket {
        QString group;
        State state = State::AtGroup;
        bool isCancelled = false;
        Async::Home home;
        Async::Completion<bool> admitted; ///< touched on the ticket's thread only
    };
    using Tickets = std::deque<std::shared_ptr<Ticket>>;

    struct Group {
        int inside = 0;  ///< of its accounts past the first queue
        Tickets waiting; ///< for it
    };

    void enter(const std::shared_ptr<Ticket> &ticket);
    void leave(const std::shared_ptr<Ticket> &ticket);
    void enqueueAgain(const std::shared_ptr<Ticket> &ticket);
    void admitSome();

    std::mutex m_mutex; ///< guards everything below and the tickets' states
    int m_free;
    const int m_perGroup;
    QHash<QString, Group> m_groups;
    Tickets m_queue; ///< for a place, of all groups
};

/**
 * The gates on an account's way. Accounts that were here before need a place until they are logged
 * in, new ones until their first sync is done, which may take an hour: so each kind has places of
 * its own, and one server gets half of them.
 */
struct Gates {
    /// `starts`: logins and first syncs in all; `connections`: of one mailbox, for as long as they
    /// last; 0: no limit.
    Gates(int starts, int connections);

    Gate logins;     ///< by server
    Gate firstSyncs; ///< by server
    Gate mailboxes;  ///< by server and user name
};

} // namespace Sync
