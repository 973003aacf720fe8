// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/dispatcher.h"

namespace Webhooks {

Dispatcher::Dispatcher(Context context, Net::CallThread &thread)
    : m_desk(new Desk(std::move(context), thread.caller())),
      m_isLookPosted(std::make_shared<std::atomic<bool>>(false))
{
    thread.adopt(m_desk.get());
}

void Dispatcher::start()
{
    m_desk.post([](Desk &desk) { desk.start(); });
}

// Called after each commit with events: one look for all that come before it begins.
void Dispatcher::look()
{
    if (m_isLookPosted->exchange(true))
        return;
    m_desk.post([isPosted = m_isLookPosted](Desk &desk) {
        isPosted->store(false);
        desk.look();
    });
}

void Dispatcher::forget(qint64 webhookId)
{
    m_desk.post([webhookId](Desk &desk) { desk.forget(webhookId); });
}

void Dispatcher::test(const Store::Webhook &webhook, QObject *answerTo,
                      std::function<void(TestResult)> done)
{
    const QPointer<QObject> to = answerTo;
    m_desk.post([=, done = std::move(done)](Desk &desk) { desk.test(webhook, to, done); });
}

void Dispatcher::check(const QUrl &url, qint64 userId, QObject *answerTo,
                       std::function<void(AddressCheck)> done)
{
    const QPointer<QObject> to = answerTo;
    m_desk.post([=, done = std::move(done)](Desk &desk) { desk.check(url, userId, to, done); });
}

void Dispatcher::beginStop()
{
    m_desk.beginStop();
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    m_desk.stop(time);
}

} // namespace Webhooks
