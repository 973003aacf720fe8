// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/event.h"

#include <QList>

#include <deque>
#include <mutex>

namespace Events {

/**
 * Events on their way from the database's thread to the hub's. Bounded: the oldest goes, so that the
 * synchronisation never waits for a reader of the stream. Any thread.
 */
class Inbox
{
public:
    explicit Inbox(qsizetype limit) : m_limit(size_t(limit)) { }

    /** What was there. */
    struct Batch {
        QList<Store::Event> events; ///< in the order they came
        bool lostDurable = false;   ///< one that clients count on was dropped before these
        qint64 newestId = 0;        ///< highest id among these and the dropped; 0: none
    };

    /// True: it was empty, so the hub is to be woken.
    bool put(const QList<Store::Event> &events);
    Batch takeAll();

private:
    void drop();

    std::mutex m_mutex;
    std::deque<Store::Event> m_events;
    const size_t m_limit;
    bool m_lostDurable = false;
    qint64 m_newestId = 0;
};

} // namespace Events
