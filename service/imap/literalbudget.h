// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QMutex>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>

namespace Imap {

/**
 * How many bytes of literals all sessions of the process may hold together, from the announcement
 * of a literal until its receiver has released it. Each session may always hold a little, so that
 * ordinary mail never waits for the large mails of others.
 *
 * Any thread; a Share is used on the thread of its session, its leases on any.
 */
class LiteralBudget : public std::enable_shared_from_this<LiteralBudget>
{
public:
    static constexpr qsizetype usualBytes = 256 * 1024 * 1024;
    static constexpr qsizetype usualEach = 4 * 1024 * 1024;

    /// `each`: the bytes that every session may always hold. At least one literal of any size fits.
    explicit LiteralBudget(qsizetype bytes = usualBytes, qsizetype each = usualEach)
        : m_bytes(bytes), m_each(each)
    {
    }

    class Share;
    class Lease;

    /// `onRoom` is called on this thread, later, when take() is worth another try. The owner must
    /// release the share before `onRoom` becomes invalid.
    std::shared_ptr<Share> share(std::function<void()> onRoom);

    qsizetype held() const { return m_held; }       ///< by all sessions
    bool isWanted() const { return m_waiting > 0; } ///< a session waits for room
    int sessions() const { return m_sessions; }     ///< that have a share now

private:
    bool take(const std::shared_ptr<Share> &share, qsizetype bytes);
    void give(Share *share, qsizetype bytes);
    static void call(const std::shared_ptr<Share> &share);

    const qsizetype m_bytes;
    const qsizetype m_each;
    QMutex m_mutex;
    std::atomic<qsizetype> m_held = 0;
    std::atomic<int> m_waiting = 0;
    std::atomic<int> m_sessions = 0;
    std::deque<std::weak_ptr<Share>> m_queue;
};

/** The share of one session. */
class LiteralBudget::Share : public std::enable_shared_from_this<LiteralBudget::Share>
{
public:
    Share(std::shared_ptr<LiteralBudget> budget, std::function<void()> onRoom)
        : m_budget(std::move(budget)), m_onRoom(std::move(onRoom))
    {
        ++m_budget->m_sessions;
    }
    ~Share() { leave(); }
    Share(const Share &) = delete;
    Share &operator=(const Share &) = delete;

    /// False: there is no room now; `onRoom` is called when there may be. A Lease gives the bytes back.
    bool take(qsizetype bytes);

    /// The session has ended and no longer waits for memory. Leases stay valid.
    void close();

    /// Whether it holds more than any session may, while others wait for room.
    bool isInTheWay() const;

private:
    friend class LiteralBudget;

    void leave(); ///< its session has ended; leases may keep it alive

    const std::shared_ptr<LiteralBudget> m_budget;
    const Async::Home m_home;
    std::function<void()> m_onRoom;
    std::atomic<qsizetype> m_held = 0;
    bool m_isQueued = false; ///< guarded by m_budget's mutex, as the next two
    bool m_isNext = false;   ///< `onRoom` was called, and no other session goes first
    qsizetype m_wanted = 0;
    bool m_hasSession = true;
};

/** Bytes that are held; they are given back at its end, on any thread. */
class LiteralBudget::Lease
{
public:
    explicit Lease(std::shared_ptr<Share> share) : m_share(std::move(share)) { }
    ~Lease();
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;

    /// Bytes that the share has taken now belong to this lease.
    void add(qsizetype bytes) { m_bytes += bytes; }

private:
    const std::shared_ptr<Share> m_share;
    qsizetype m_bytes = 0;
};

} // namespace Imap
