// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/dispatcher.h"

#include "crypto/base64url.h"

namespace Push {

namespace {

template<typename T>
void tell(const QPointer<QObject> &to, std::function<void(T)> done, T value)
{
    if (to)
        QMetaObject::invokeMethod(
            to.data(), [done, value] { done(value); }, Qt::QueuedConnection);
}

QCoro::Task<void> testAndTell(DeliveryQueue *queue, qint64 userId, TestNotice notice,
                              QPointer<QObject> to, std::function<void(Result<TestResult>)> done)
{
    const Result<TestResult> result = co_await queue->test(userId, notice);
    tell(to, done, result);
}

QCoro::Task<void> judgeAndTell(DeliveryQueue *queue, QUrl endpoint, qint64 userId,
                               QPointer<QObject> to, std::function<void(Result<void>)> done)
{
    const Result<void> judged = co_await queue->judge(endpoint, userId);
    tell(to, done, judged);
}

} // namespace

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

void Dispatcher::test(qint64 userId, TestNotice notice, QObject *answerTo,
                      std::function<void(Result<TestResult>)> done)
{
    const QPointer<QObject> to = answerTo;
    m_queue.post([=](DeliveryQueue &queue) { testAndTell(&queue, userId, notice, to, done); });
}

void Dispatcher::judge(QUrl endpoint, qint64 userId, QObject *answerTo,
                       std::function<void(Result<void>)> done)
{
    const QPointer<QObject> to = answerTo;
    m_queue.post([=](DeliveryQueue &queue) { judgeAndTell(&queue, endpoint, userId, to, done); });
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    m_queue.stop(time);
}

} // namespace Push
