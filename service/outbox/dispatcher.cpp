// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/dispatcher.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "outbox/deliveryqueue.h"

namespace Outbox {

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

QCoro::Task<bool> Dispatcher::deliver(qint64 accountId, qint64 mailId,
                                      std::chrono::milliseconds within)
{
    return m_queue.ask(
        [=](DeliveryQueue &queue) { return queue.deliver(accountId, mailId, within); });
}

void Dispatcher::wake()
{
    m_queue.post([](DeliveryQueue &queue) { queue.wake(); });
}

void Dispatcher::databaseReturned(bool isOther)
{
    m_queue.post([isOther](DeliveryQueue &queue) { queue.databaseReturned(isOther); });
}

QCoro::Task<void> Dispatcher::stopAccount(qint64 accountId)
{
    return m_queue.ask([accountId](DeliveryQueue &queue) { return queue.stopAccount(accountId); });
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
