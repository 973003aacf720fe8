// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/dispatcher.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "outbox/desk.h"

#include <QSemaphore>

namespace Outbox {

namespace {

QCoro::Task<void> stopAndTell(Desk *desk, qint64 account, QPointer<QObject> answerTo,
                              std::function<void()> done)
{
    co_await desk->stopAccount(account);
    if (answerTo)
        QMetaObject::invokeMethod(answerTo.data(), done, Qt::QueuedConnection);
}

QCoro::Task<void> stopAllAndTell(Desk *desk, std::shared_ptr<QSemaphore> stopped)
{
    co_await desk->stopAll();
    stopped->release();
}

} // namespace

Dispatcher::Dispatcher(Context context) : m_context(std::move(context))
{
    m_thread.setObjectName(QStringLiteral("outbox"));
    if (auto dispatcher = Net::makeDispatcher())
        m_thread.setEventDispatcher(dispatcher.release());
    m_desk = new Desk(m_context);
    m_desk->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_desk, &QObject::deleteLater);
    Crypto::releaseAtEndOf(m_thread);
    m_thread.start();
}

Dispatcher::~Dispatcher()
{
    m_thread.quit();
    m_thread.wait();
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

void Dispatcher::deliver(qint64 accountId, qint64 mailId, QObject *answerTo,
                         std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    post([=, done = std::move(done)](Desk &desk) { desk.deliver(accountId, mailId, to, done); });
}

void Dispatcher::look()
{
    post([](Desk &desk) { desk.look(); });
}

void Dispatcher::stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    post([=, done = std::move(done)](Desk &desk) { stopAndTell(&desk, accountId, to, done); });
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

} // namespace Outbox
