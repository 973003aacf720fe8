// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/resolver.h"

#include <QHostInfo>
#include <QPointer>
#include <QUrl>

#include <algorithm>
#include <mutex>
#include <system_error>
#include <thread>
#include <tuple>

#ifdef Q_OS_UNIX
#include <netdb.h>
#include <sys/socket.h>
#endif

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr qsizetype mostFailures = 1024;

Error tooLate(const QString &host)
{
    return { Error::Code::Timeout, u"The look-up of %1 took too long."_s.arg(host) };
}

Error tooMany(const QString &host)
{
    return { Error::Code::Unreachable,
             u"%1 was not looked up: too many look-ups are waiting."_s.arg(host) };
}

#ifdef Q_OS_UNIX
// QHostInfo is not used: a thread that outlives main() would use its cache, which is destroyed then.
QList<QHostAddress> addressesOf(const QString &host)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM; // otherwise each kind of socket repeats each address
    hints.ai_flags = AI_ADDRCONFIG;
    addrinfo *first = nullptr;
    const QByteArray name = QUrl::toAce(host);
    QList<QHostAddress> addresses;
    if (name.isEmpty() || getaddrinfo(name.constData(), nullptr, &hints, &first) != 0)
        return addresses;
    for (const addrinfo *found = first; found; found = found->ai_next) {
        const QHostAddress address(found->ai_addr);
        if (!address.isNull() && !addresses.contains(address))
            addresses.append(address);
    }
    freeaddrinfo(first);
    return addresses;
}
#else
QList<QHostAddress> addressesOf(const QString &host)
{
    return QHostInfo::fromName(host).addresses(); // unlike lookupHost() it reads no cache
}
#endif

bool isWaitedFor(const QList<Async::Completion<Resolver::Addresses>> &waiters)
{
    return std::ranges::any_of(waiters, [](const auto &done) { return !done.isFinished(); });
}

} // namespace

Result<QList<QHostAddress>> lookUpAddresses(const QString &host)
{
    const QList<QHostAddress> addresses = addressesOf(host);
    if (addresses.isEmpty())
        return Error{ Error::Code::Unreachable, u"%1 has no address."_s.arg(host) };
    return addresses;
}

struct Resolver::Link {
    std::mutex mutex;
    Resolver *resolver; ///< null: it is destroyed

    void deliver(const QString &host, const Addresses &found)
    {
        const std::lock_guard lock(mutex);
        if (resolver)
            QMetaObject::invokeMethod(
                resolver, [to = resolver, host, found] { to->onFound(host, found); },
                Qt::QueuedConnection);
    }
};

Resolver::Resolver(ResolverOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)), m_link(std::make_shared<Link>())
{
    m_link->resolver = this;
}

Resolver::~Resolver()
{
    {
        const std::lock_guard lock(m_link->mutex);
        m_link->resolver = nullptr;
    }
    abortAll({ Error::Code::Cancelled, u"The look-up was cancelled."_s });
}

QCoro::Task<Resolver::Addresses> Resolver::lookUp(QString host, qint64 shareOf,
                                                  std::chrono::milliseconds deadline)
{
    const Done done;
    const std::optional<Error> refused = enter(host, shareOf, deadline, done);
    if (refused)
        co_return *refused;
    done.finishAfter(deadline, this, tooLate(host));
    const QPointer<Resolver> self(this);
    Addresses found = co_await done;
    // After Cancelled this object must not be used: it may be in its destructor.
    if (self && !found && found.error().code == Error::Code::Timeout)
        forget(host, shareOf);
    co_return found;
}

void Resolver::abortAll(Error why)
{
    QList<Done> waiters;
    for (const QuestionPtr &question : std::as_const(m_running))
        waiters += std::exchange(question->waiters, {});
    for (auto &[id, share] : m_shares) {
        for (const QuestionPtr &question : std::exchange(share.waiting, {}))
            waiters += question->waiters;
    }
    m_waiting = 0;
    for (const Done &done : std::as_const(waiters))
        done.finish(why);
}

std::optional<Error> Resolver::knownFailure(const QString &host)
{
    const auto known = m_failures.constFind(host);
    if (known == m_failures.cend())
        return std::nullopt;
    if (!known->since.hasExpired(m_options.keepSlow.count()))
        return known->error;
    m_failures.erase(known);
    return std::nullopt;
}

/// Joins the look-up of this name or queues a new one. An error: the name will not be looked up.
std::optional<Error> Resolver::enter(const QString &host, qint64 shareOf,
                                     std::chrono::milliseconds deadline, const Done &done)
{
    if (const auto failure = knownFailure(host))
        return failure;
    if (const QuestionPtr running = m_running.value(host)) {
        if (running->since.hasExpired(deadline.count()))
            return tooLate(host);
        running->waiters.append(done);
        return std::nullopt;
    }
    std::deque<QuestionPtr> &waiting = m_shares[shareOf].waiting;
    const auto same = std::ranges::find(waiting, host, &Question::host);
    if (same != waiting.end()) {
        (*same)->waiters.append(done);
        return std::nullopt;
    }
    if (waiting.size() >= std::size_t(m_options.waitingPerShare) || m_waiting >= m_options.waiting)
        return tooMany(host);
    const auto question = std::make_shared<Question>();
    question->host = host;
    question->share = shareOf;
    question->waiters.append(done);
    waiting.push_back(question);
    ++m_waiting;
    startMore();
    return std::nullopt;
}

/// Called when a caller has given up: a look-up that no other caller waits for leaves the queue.
void Resolver::forget(const QString &host, qint64 shareOf)
{
    const auto share = m_shares.find(shareOf);
    if (share == m_shares.end())
        return;
    m_waiting -= int(std::erase_if(share->second.waiting, [&host](const QuestionPtr &question) {
        return question->host == host && !isWaitedFor(question->waiters);
    }));
    if (share->second.waiting.empty() && share->second.running == 0)
        m_shares.erase(share);
}

void Resolver::startMore()
{
    while (m_running.size() < m_options.atOnce) {
        Share *share = next();
        if (!share)
            return;
        const QuestionPtr question = share->waiting.front();
        share->waiting.pop_front();
        --m_waiting;
        // Another share has begun to look up the same name meanwhile.
        if (const QuestionPtr running = m_running.value(question->host)) {
            running->waiters += question->waiters;
            continue;
        }
        ++share->running;
        share->lastStart = ++m_starts;
        start(question);
    }
}

/// The share with the fewest look-ups in progress that may start one; among equals, the one whose last
/// start was earliest. Null: no share may start a look-up.
Resolver::Share *Resolver::next()
{
    Share *best = nullptr;
    for (auto &[id, share] : m_shares) {
        if (share.waiting.empty() || share.running >= m_options.atOncePerShare)
            continue;
        if (!best
            || std::tie(share.running, share.lastStart) < std::tie(best->running, best->lastStart))
            best = &share;
    }
    return best;
}

// Each look-up has a thread of its own that is never joined, because it may block for long.
void Resolver::start(const QuestionPtr &question)
{
    question->since.start();
    m_running.insert(question->host, question);
    auto ask = [lookup = m_options.lookup, host = question->host, link = m_link] {
        link->deliver(host, lookup(host));
    };
    try {
        std::thread(std::move(ask)).detach();
    } catch (const std::system_error &) { // the system has no thread left
        m_link->deliver(question->host, tooMany(question->host));
    }
}

void Resolver::onFound(const QString &host, const Addresses &found)
{
    const QuestionPtr question = m_running.take(host);
    if (!found && question->since.elapsed() >= m_options.slow.count())
        keepFailure(host, found.error());
    const auto share = m_shares.find(question->share);
    if (--share->second.running == 0 && share->second.waiting.empty())
        m_shares.erase(share);
    startMore();
    for (const Done &done : std::as_const(question->waiters))
        done.finish(found); // the last one may delete this object
}

void Resolver::keepFailure(const QString &host, const Error &error)
{
    if (m_failures.size() >= mostFailures) {
        m_failures.removeIf([this](const auto &failure) {
            return failure.value().since.hasExpired(m_options.keepSlow.count());
        });
    }
    if (m_failures.size() >= mostFailures)
        return;
    Failure failure{ error, {} };
    failure.since.start();
    m_failures.insert(host, failure);
}

} // namespace Net
