// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QHash>
#include <QString>

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>

namespace Sync {

/**
 * Lets so many accounts begin at once, and half as many of one mail server, in the order of asking.
 * One for all sync threads; like the queues it has the mutex that they share.
 *
 * A server that hangs keeps its own accounts waiting and nobody else: who waits for a server that
 * has as many inside as it may takes no place, and who has come in gives the place back with
 * stepAside() while the server does not answer.
 */
class StartGate
{
    struct Ticket;

public:
    explicit StartGate(int atOnce) : m_free(atOnce), m_perServer((atOnce + 1) / 2) { }

    /** A place in the queue, later inside. Used on the thread that made it; its end leaves. */
    class Turn
    {
    public:
        Turn(StartGate &gate, const QString &server);
        ~Turn();
        Turn(const Turn &) = delete;
        Turn &operator=(const Turn &) = delete;

        /// Resumes when it is inside; false: cancelled meanwhile. After stepAside() it queues anew,
        /// in front of those who have not been inside yet.
        QCoro::Task<bool> admitted();

        /// Ends the wait in admitted(), now and later.
        void cancel();

        /// Others may go first; it still counts for its server.
        void stepAside();

    private:
        StartGate &m_gate;
        const std::shared_ptr<Ticket> m_ticket;
    };

private:
    enum class State { AtServer, Queued, Inside, Aside };

    struct Ticket {
        QString server;
        State state = State::AtServer;
        bool isCancelled = false;
        Async::Home home;
        Async::Completion<bool> admitted; ///< touched on the ticket's thread only
    };
    using Tickets = std::deque<std::shared_ptr<Ticket>>;

    struct Server {
        int inside = 0;  ///< of its accounts past the first queue
        Tickets waiting; ///< for it
    };

    void enter(const std::shared_ptr<Ticket> &ticket);
    void leave(const std::shared_ptr<Ticket> &ticket);
    void enqueueAgain(const std::shared_ptr<Ticket> &ticket);
    void admitSome();

    std::mutex m_mutex; ///< guards everything below and the tickets' states
    int m_free;
    const int m_perServer;
    QHash<QString, Server> m_servers;
    Tickets m_queue; ///< for a place, of all servers
};

/**
 * Accounts that were here before need a place until they are logged in, new ones until their first
 * sync is done, which may take an hour: so each kind has places of its own.
 */
struct StartGates {
    /// Places in all; 0: no limit.
    explicit StartGates(int atOnce)
        : logins(std::max(1, share(atOnce) * 2 / 5)), firstSyncs(std::max(1, share(atOnce) * 3 / 5))
    {
    }

    StartGate logins;
    StartGate firstSyncs;

private:
    static int share(int atOnce)
    {
        return atOnce > 0 ? atOnce : std::numeric_limits<int>::max() / 5;
    }
};

} // namespace Sync
