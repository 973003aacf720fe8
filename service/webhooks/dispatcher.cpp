// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/dispatcher.h"

#include <QSemaphore>

namespace Webhooks {

namespace {

QCoro::Task<void> stopAllAndTell(Desk *desk, std::shared_ptr<QSemaphore> stopped)
{
    co_await desk->stopAll();
    stopped->release();
}

} // namespace

Dispatcher::Dispatcher(Context context, Net::CallThread &thread)
    : m_desk(new Desk(std::move(context), thread.caller())),
      m_isLookPosted(std::make_shared<std::atomic<bool>>(false))
{
    thread.adopt(m_desk);
}

template<typename F>
void Dispatcher::post(F work)
{
    QMetaObject::invokeMethod(
        m_desk, [desk = m_desk, work = std::move(work)]() mutable { work(*desk); },
        Qt::QueuedConnection);
}

void Dispatcher::start()
{
    post([](Desk &desk) { desk.start(); });
}

// Called after each commit with events: one look for all that come before it begins.
void Dispatcher::look()
{
    if (m_isLookPosted->exchange(true))
        return;
    post([isPosted = m_isLookPosted](Desk &desk) {
        isPosted->store(false);
        desk.look();
    });
}

void Dispatcher::forget(qint64 webhookId)
{
    post([webhookId](Desk &desk) { desk.forget(webhookId); });
}

void Dispatcher::test(const Store::Webhook &webhook, QObject *answerTo,
                      std::function<void(TestResult)> done)
{
    const QPointer<QObject> to = answerTo;
    post([=, done = std::move(done)](Desk &desk) { desk.test(webhook, to, done); });
}

void Dispatcher::check(const QUrl &url, QObject *answerTo, std::function<void(AddressCheck)> done)
{
    const QPointer<QObject> to = answerTo;
    post([=, done = std::move(done)](Desk &desk) { desk.check(url, to, done); });
}

void Dispatcher::beginStop()
{
    if (m_stopped)
        return;
    m_stopped = std::make_shared<QSemaphore>();
    post([stopped = m_stopped](Desk &desk) { stopAllAndTell(&desk, stopped); });
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    beginStop();
    if (m_stopped->tryAcquire(1, int(time.count())))
        m_stopped->release(); // for whoever asks again
}

} // namespace Webhooks
