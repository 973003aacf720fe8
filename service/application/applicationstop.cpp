// SPDX-License-Identifier: GPL-3.0-or-later
// Application: its end.
#include "application/applicationparts.h"

#include <QCoreApplication>
#include <QTimer>

using namespace std::chrono_literals;

namespace {

constexpr auto stopRequestsWithin = 2s;
constexpr auto stopSyncWithin = 2s;
constexpr auto stopSendingWithin = 1s; // sending began to stop when the requests did
constexpr auto stopCallsWithin = 1s;
constexpr auto leaveNodesWithin = 1s;

} // namespace

void Application::stop()
{
    if (std::exchange(m_parts->isStopping, true))
        return;
    m_parts->http->beginStop();
    if (m_parts->nodes) // other nodes continue with the accounts at once
        m_parts->nodes->drain();
    const bool isOutdated = m_exitStatus != 0; // then it must not use the database any more
    if (m_config.drainTime > 0s && !isOutdated)
        QTimer::singleShot(m_config.drainTime, Qt::PreciseTimer, this, &Application::endRequests);
    else
        endRequests();
}

void Application::endRequests()
{
    connect(m_parts->server.get(), &Http::Server::stopped, this, [this] {
        finishStop();
        Q_EMIT stopped();
    });
    m_parts->database->beginStop();
    m_parts->secrets->close(); // so that no thread waits for the keychain any more
    if (m_parts->logins)
        m_parts->logins->beginStop();
    if (m_parts->outbox)
        m_parts->outbox->beginStop(); // answers the requests that wait for it
    if (m_parts->webhooks)
        m_parts->webhooks->beginStop();
    if (m_parts->nodes)
        m_parts->scheduler->beginStop();
    m_parts->server->stop(stopRequestsWithin);
}

// A part stops before the parts that it calls, and a thread runs until it has received every result that
// it awaits.
void Application::finishStop()
{
    if (m_parts->secrets)
        m_parts->secrets->close();
    if (m_parts->logins)
        m_parts->logins->beginStop();
    if (m_parts->outbox)
        m_parts->outbox->stop(stopSendingWithin);
    if (m_parts->webhooks)
        m_parts->webhooks->stop(stopCallsWithin);
    if (m_parts->scheduler)
        m_parts->scheduler->stop(stopSyncWithin);
    if (m_parts->nodes)
        m_parts->nodes->stop(leaveNodesWithin);
    if (m_parts->push)
        m_parts->push->stop(stopCallsWithin);
    if (m_parts->http) {
        QMetaObject::invokeMethod(
            m_parts->http, [http = m_parts->http] { http->stop(); }, Qt::BlockingQueuedConnection);
        m_parts->http->hasher().drain();
        Net::endDerivations();
    }
    m_parts->pool.waitForDone();
    if (m_parts->database)
        m_parts->database->close();
    // The results that this thread awaits are posted to it, but its event loop does not run again. Without
    // this call the removal of a keychain entry would never end, and its memory would leak.
    QCoreApplication::sendPostedEvents();
    if (m_parts->webhooks)
        m_parts->webhooks->stop(stopCallsWithin); // what waited for the database ends now
    if (m_parts->logins)
        m_parts->logins->stop(stopCallsWithin);
    m_parts->webhooks.reset();
    m_parts->push.reset();
    m_parts->calls.reset();
    m_parts->outbox.reset();
    m_parts->scheduler.reset();
    m_parts->nodes.reset();
    if (HttpRuntime *http = std::exchange(m_parts->http, nullptr))
        QMetaObject::invokeMethod(
            http, [http] { delete http; }, Qt::BlockingQueuedConnection);
    m_parts->tlsWatch.reset();
    m_parts->server.reset();
}
