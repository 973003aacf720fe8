// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/event.h"

#include <QList>

#include <deque>
#include <mutex>

namespace Events {

/**
 * A queue of events from the database's thread to the hub's thread. Bounded: if it is full, the oldest
 * event is dropped, so that the synchronisation never waits for a client of the stream. Durable ones can
 * be read from the database then. Thread-safe.
 */
class Inbox
{
public:
    explicit Inbox(qsizetype limit) : m_limit(size_t(limit)) { }

    /** The events taken from the queue. */
    struct Batch {
        QList<Store::Event> events; ///< in the order they came
        bool lostDurable = false;   ///< a durable event was dropped before these
        bool lostResync = false;    ///< a `resync` was dropped before these
        qint64 newestId = 0;        ///< highest id among these and the dropped; 0: none
    };

    /// True: the queue was empty, so the caller must wake the hub.
    bool put(const QList<Store::Event> &events);
    Batch takeAll();

private:
    void drop();

    std::mutex m_mutex;
    std::deque<Store::Event> m_events;
    const size_t m_limit;
    bool m_lostDurable = false;
    bool m_lostResync = false;
    qint64 m_newestId = 0;
};

} // namespace Events
