// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/derivation.h"

#include "crypto/pbkdf2.h"
#include "crypto/threadend.h"

#include <algorithm>

namespace Net {

using namespace Qt::StringLiterals;

namespace {

/// At 600,000 iterations, 0.4 s each, and with one thread the last of them waits for half a minute.
constexpr int mostWaiting = 64;

/** The threads. There is one pool for the process, because all logins share the same processors. */
class Pool
{
public:
    Pool() { m_pool.setMaxThreadCount(std::max(1, QThread::idealThreadCount() / 2)); }

    /// False: too many are waiting already, or the service ends. Otherwise the job calls leave().
    bool start(std::function<void()> job, int iterations)
    {
        if (m_isEnding)
            return false;
        if (m_count.fetch_add(1) >= mostWaiting + m_pool.maxThreadCount()) {
            --m_count;
            return false;
        }
        m_pool.start(std::move(job), -iterations);
        return true;
    }
    /// The derivation has ended. Called before its result is passed to the waiting login.
    void leave() { --m_count; }
    bool isEnding() const { return m_isEnding; }
    void end()
    {
        m_isEnding = true;
        m_pool.waitForDone();
    }

private:
    QThreadPool m_pool;
    std::atomic<int> m_count = 0; ///< waiting or running
    std::atomic<bool> m_isEnding = false;
};

Pool &pool()
{
    static Pool one;
    return one;
}

Result<QByteArray> derived(const Derivation &wanted)
{
    if (!*wanted.isWanted || pool().isEnding())
        return Error{ Error::Code::Cancelled, u"The login was cancelled."_s };
    Result<QByteArray> salted = wanted.hash == ScramHash::Sha256
        ? Crypto::pbkdf2HmacSha256(wanted.password, wanted.salt, wanted.iterations)
        : Crypto::pbkdf2HmacSha1(wanted.password, wanted.salt, wanted.iterations);
    Crypto::releaseThisThread();
    return salted;
}

} // namespace

QCoro::Task<Result<QByteArray>> derive(Derivation wanted)
{
    const int iterations = wanted.iterations;
    auto start = [iterations](std::function<void()> job) {
        return pool().start(std::move(job), iterations);
    };
    auto work = [wanted = std::move(wanted)] {
        Result<QByteArray> salted = derived(wanted);
        pool().leave();
        return salted;
    };
    const Result<QByteArray> refused =
        Error{ Error::Code::Timeout,
               u"Too many logins are being computed at once. This login is tried again later."_s };
    Result<QByteArray> salted = co_await Async::elsewhere(start, std::move(work), refused);
    co_return salted;
}

void endDerivations()
{
    pool().end();
}

} // namespace Net
