// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/dnsclient.h"

#include <mutex>
#include <system_error>
#include <thread>

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

constexpr int atOnce = 64;
constexpr int atOncePerShare = 16; ///< three discoveries of five look-ups each

Error tooMany(const QString &name)
{
    return { Error::Code::Unreachable,
             u"%1 was not looked up: too many look-ups are waiting."_s.arg(name) };
}

} // namespace

/// Shared with the look-up threads, which may outlive the client.
struct DnsClient::Link {
    std::mutex mutex;
    DnsClient *client; ///< null: it is destroyed

    void deliver(quint64 id, qint64 shareOf, const Answer &answer)
    {
        const std::lock_guard lock(mutex);
        if (client)
            QMetaObject::invokeMethod(
                client, [to = client, id, shareOf, answer] { to->onAnswered(id, shareOf, answer); },
                Qt::QueuedConnection);
    }
};

DnsClient::DnsClient(std::optional<Nameserver> nameserver, QObject *parent)
    : QObject(parent), m_nameserver(std::move(nameserver)), m_link(std::make_shared<Link>())
{
    m_link->client = this;
}

DnsClient::~DnsClient()
{
    {
        const std::lock_guard lock(m_link->mutex);
        m_link->client = nullptr;
    }
    abortAll();
}

void DnsClient::abortAll()
{
    const QHash<quint64, Done> waiting = std::exchange(m_waiting, {});
    for (const Done &done : waiting)
        done.finish(Error{ Error::Code::Cancelled, u"The look-up was cancelled."_s });
}

QCoro::Task<DnsClient::Answer> DnsClient::ask(RecordType type, QString name, qint64 shareOf,
                                              std::chrono::milliseconds deadline)
{
    const Done done;
    const std::optional<Error> refused = start(type, name, shareOf, done);
    if (refused)
        co_return *refused;
    const Error late{ Error::Code::Timeout, u"The look-up of %1 took too long."_s.arg(name) };
    done.finishAfter(deadline, this, late);
    Answer answer = co_await done;
    co_return answer;
}

std::optional<Error> DnsClient::start(RecordType type, const QString &name, qint64 shareOf,
                                      const Done &done)
{
    if (m_allRunning >= atOnce || m_running.value(shareOf) >= atOncePerShare)
        return tooMany(name);
    const quint64 id = ++m_lastId;
    auto ask = [=, link = m_link, nameserver = m_nameserver, text = name.toLatin1()] {
        link->deliver(id, shareOf, askDns(type, text, nameserver));
    };
    try {
        std::thread(std::move(ask)).detach();
    } catch (const std::system_error &) { // the system cannot start another thread
        return tooMany(name);
    }
    m_waiting.insert(id, done);
    ++m_running[shareOf];
    ++m_allRunning;
    return std::nullopt;
}

void DnsClient::onAnswered(quint64 id, qint64 shareOf, const Answer &answer)
{
    --m_allRunning;
    if (--m_running[shareOf] == 0)
        m_running.remove(shareOf);
    // After abortAll() the id is unknown: then this is a new Done, which no caller awaits.
    const Done done = m_waiting.take(id);
    done.finish(answer); // may destroy this object
}

} // namespace Discover
