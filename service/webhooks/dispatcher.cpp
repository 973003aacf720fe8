// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/dispatcher.h"

namespace Webhooks {

Dispatcher::Dispatcher(Context context, Net::CallThread &thread)
    : m_queue(new DeliveryQueue(std::move(context), thread.caller())),
      m_isWakePosted(std::make_shared<std::atomic<bool>>(false))
{
    thread.adopt(m_queue.get());
}

void Dispatcher::start()
{
    m_queue.post([](DeliveryQueue &queue) { queue.start(); });
}

// Called after each commit with events. All calls before the posted wake() runs cause one poll together.
void Dispatcher::wake()
{
    if (m_isWakePosted->exchange(true))
        return;
    m_queue.post([isPosted = m_isWakePosted](DeliveryQueue &queue) {
        isPosted->store(false);
        queue.wake();
    });
}

void Dispatcher::forget(qint64 webhookId)
{
    m_queue.post([webhookId](DeliveryQueue &queue) { queue.forget(webhookId); });
}

QCoro::Task<TestResult> Dispatcher::test(Store::Webhook webhook)
{
    return m_queue.ask([webhook](DeliveryQueue &queue) { return queue.test(webhook); });
}

QCoro::Task<AddressCheck> Dispatcher::check(QUrl url, qint64 userId)
{
    return m_queue.ask([url, userId](DeliveryQueue &queue) { return queue.check(url, userId); });
}

void Dispatcher::beginStop()
{
    m_queue.beginStop();
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    m_queue.stop(time);
}

} // namespace Webhooks
