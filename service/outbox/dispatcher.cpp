// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/dispatcher.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"
#include "outbox/desk.h"

namespace Outbox {

namespace {

QCoro::Task<void> stopAndTell(Desk *desk, qint64 account, QPointer<QObject> answerTo,
                              std::function<void()> done)
{
    co_await desk->stopAccount(account);
    if (answerTo)
        QMetaObject::invokeMethod(answerTo.data(), done, Qt::QueuedConnection);
}

} // namespace

Dispatcher::Dispatcher(Context context) : m_context(std::move(context)), m_desk(new Desk(m_context))
{
    m_thread.setObjectName(QStringLiteral("outbox"));
    if (auto dispatcher = Net::makeDispatcher())
        m_thread.setEventDispatcher(dispatcher.release());
    m_desk.get()->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_desk.get(), &QObject::deleteLater);
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
    m_desk.post([](Desk &desk) { desk.start(); });
}

void Dispatcher::deliver(qint64 accountId, qint64 mailId, QObject *answerTo,
                         std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    m_desk.post(
        [=, done = std::move(done)](Desk &desk) { desk.deliver(accountId, mailId, to, done); });
}

void Dispatcher::look()
{
    m_desk.post([](Desk &desk) { desk.look(); });
}

void Dispatcher::databaseReturned(bool isOther)
{
    m_desk.post([isOther](Desk &desk) { desk.databaseReturned(isOther); });
}

void Dispatcher::stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done)
{
    const QPointer<QObject> to = answerTo;
    m_desk.post(
        [=, done = std::move(done)](Desk &desk) { stopAndTell(&desk, accountId, to, done); });
}

void Dispatcher::beginStop()
{
    m_desk.beginStop();
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    m_desk.stop(time);
}

} // namespace Outbox
