// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/dispatcher.h"

#include "crypto/base64url.h"

namespace Push {

Dispatcher::Dispatcher(Net::CallThread &thread, const Context &context)
    : m_queue(new DeliveryQueue(context)), m_publicKey(Crypto::toBase64Url(context.key.publicKey()))
{
    thread.adopt(m_queue.get());
}

void Dispatcher::start()
{
    m_queue.post([](DeliveryQueue &queue) { queue.start(); });
}

void Dispatcher::wake()
{
    m_queue.post([](DeliveryQueue &queue) { queue.wake(); });
}

QCoro::Task<Result<TestResult>> Dispatcher::test(qint64 userId, TestNotice notice)
{
    return m_queue.ask([=](DeliveryQueue &queue) { return queue.test(userId, notice); });
}

QCoro::Task<Result<void>> Dispatcher::judge(QUrl endpoint, qint64 userId)
{
    return m_queue.ask([=](DeliveryQueue &queue) { return queue.judge(endpoint, userId); });
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    m_queue.stop(time);
}

} // namespace Push
