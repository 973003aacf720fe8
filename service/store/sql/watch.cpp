// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/watch.h"

#include "store/sql/watchdog.h"

#include <QtGlobal>

#include <algorithm>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace Store {

#ifdef Q_OS_UNIX
static int copyOf(int socket)
{
    return socket < 0 ? -1 : ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
}

static void shutDown(int descriptor)
{
    ::shutdown(descriptor, SHUT_RDWR);
}

static void closeDescriptor(int descriptor)
{
    ::close(descriptor);
}
#else
static int copyOf(int)
{
    return -1;
}

static void shutDown(int) { }

static void closeDescriptor(int) { }
#endif

std::int64_t Watch::nowMs()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<Milliseconds>(now).count();
}

void Watch::attach(int socket)
{
    detach();
    const std::lock_guard lock(m_mutex);
    m_descriptor = copyOf(socket);
    m_wasCut = false;
    m_isAttached = true;
}

void Watch::detach()
{
    const std::lock_guard lock(m_mutex);
    if (m_descriptor >= 0)
        closeDescriptor(m_descriptor);
    m_descriptor = -1;
    m_isAttached = false;
}

void Watch::beginJob(bool isWaitedFor)
{
    m_isWaitedFor = isWaitedFor;
    m_before = 0;
    m_longest = Milliseconds(0);
}

void Watch::begin()
{
    m_begunAt = nowMs();
    if (m_watchdog && m_isAttached)
        m_watchdog->wake();
}

void Watch::end()
{
    const Milliseconds took(nowMs() - m_begunAt.exchange(0));
    m_longest = std::max(m_longest, took);
    if (m_isWaitedFor)
        m_before += took.count();
}

bool Watch::isOutOfTime() const
{
    return m_isWaitedFor && m_before > m_limit.load().count();
}

Watch::Milliseconds Watch::waiting() const
{
    const std::int64_t begunAt = m_begunAt;
    return Milliseconds(begunAt == 0 ? 0 : std::max<std::int64_t>(nowMs() - begunAt, 0));
}

void Watch::check(Milliseconds atMost)
{
    const Milliseconds now = waiting();
    if (now.count() == 0 || m_wasCut
        || (now <= atMost && now + Milliseconds(m_before) <= m_limit.load()))
        return;
    const std::lock_guard lock(m_mutex);
    if (m_descriptor < 0)
        return;
    m_wasCut = true;
    shutDown(m_descriptor);
}

} // namespace Store
