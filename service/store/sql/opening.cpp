// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/opening.h"

#include "crypto/threadend.h"

#include <QScopeGuard>
#include <QThread>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;

namespace Store {

struct Opening::State {
    const DatabaseAddress address;
    const Connection::Kind kind;
    QThread *const home;
    std::mutex mutex;
    std::condition_variable done;
    bool isWanted = true;
    std::optional<Result<std::unique_ptr<Connection>>> outcome;
};

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<int> running = 0;

} // namespace

int Opening::underWay()
{
    return running;
}

Opening::Opening(const DatabaseAddress &address, Connection::Kind kind)
    : m_state(new State{ address, kind, QThread::currentThread() }), m_since(Clock::now())
{
    ++running;
    std::thread([state = m_state] {
        const auto ended = qScopeGuard([] { --running; });
        auto opened = Connection::openUnbounded(state->address, state->kind);
        {
            const std::lock_guard lock(state->mutex);
            if (state->isWanted) {
                if (opened)
                    (*opened)->handOver(state->home);
                state->outcome = std::move(opened);
            }
        }
        state->done.notify_all();
        opened = Error{ Error::Code::Unreachable, {} }; // closes it here if it is no longer wanted
        Crypto::releaseThisThread();
    }).detach();
}

Opening::~Opening()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->isWanted = false;
    m_state->outcome.reset();
}

std::optional<Result<std::unique_ptr<Connection>>> Opening::wait(std::chrono::milliseconds atMost)
{
    std::unique_lock lock(m_state->mutex);
    m_state->done.wait_for(lock, atMost, [this] { return m_state->outcome.has_value(); });
    auto outcome = std::move(m_state->outcome);
    m_state->outcome.reset();
    return outcome;
}

Result<std::unique_ptr<Connection>> Opening::finish(std::chrono::milliseconds atMost)
{
    auto outcome = wait(atMost);
    return outcome ? std::move(*outcome) : late();
}

Error Opening::late() const
{
    const auto waited = std::chrono::duration_cast<std::chrono::seconds>(age()).count();
    return { Error::Code::Unreachable,
             u"Cannot open the database %1: it has not answered for %2 s."_s
                 .arg(m_state->address.shown)
                 .arg(waited) };
}

std::chrono::milliseconds Opening::age() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_since);
}

} // namespace Store
