// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/dispatcher.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "outbox/deliveryqueue.h"

namespace Outbox {

namespace {

QCoro::Task<void> stopAndTell(DeliveryQueue *queue, qint64 account, QPointer<QObject> answerTo,
                              std::function<void()> done)
{
    co_await queue->stopAccount(account);
    if (answerTo)
        QMetaObject::invokeMethod(answerTo.data(), done, Qt::QueuedConnection);
}

} // namespace

Dispatcher::Dispatcher(Context context)
    : m_context(std::move(context)), m_queue(new DeliveryQueue(m_context))
{
    m_thread.setObjectName(QStringLiteral("outbox"));
    if (auto dispatcher = Net::makeDispatcher())
        m_thread.setEventDispatcher(dispatcher.release());
    m_queue.get()->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_queue.get(), &QObject::deleteLater);
    Crypto::releaseAtEndOf(m_thread);
    m_thread.start();
}

Dispatcher::~Dispatcher()
{
    m_thread.quit();
    m_thread.wait();
}

void Dispatcher::start()
{
    m_queue.post([](DeliveryQueue &queue) { queue.start(); });
}

void Dispatcher::deliver(qint64 accountId, qint64 mailId, QObject *answerTo,
                         std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    m_queue.post([=, done = std::move(done)](DeliveryQueue &queue) {
        queue.deliver(accountId, mailId, to, done);
    });
}

void Dispatcher::wake()
{
    m_queue.post([](DeliveryQueue &queue) { queue.wake(); });
}

void Dispatcher::databaseReturned(bool isOther)
{
    m_queue.post([isOther](DeliveryQueue &queue) { queue.databaseReturned(isOther); });
}

void Dispatcher::stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    m_queue.post([=, done = std::move(done)](DeliveryQueue &queue) {
        stopAndTell(&queue, accountId, to, done);
    });
}

void Dispatcher::beginStop()
{
    m_queue.beginStop();
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    m_queue.stop(time);
}

} // namespace Outbox
