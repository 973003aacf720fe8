// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/dispatcher.h"

#include "crypto/base64url.h"

#include <QSemaphore>

namespace Push {

namespace {

template<typename T>
void tell(const QPointer<QObject> &to, std::function<void(T)> done, T value)
{
    if (to)
        QMetaObject::invokeMethod(
            to.data(), [done, value] { done(value); }, Qt::QueuedConnection);
}

QCoro::Task<void> testAndTell(Desk *desk, qint64 userId, TestNotice notice, QPointer<QObject> to,
                              std::function<void(Result<TestResult>)> done)
{
    const Result<TestResult> result = co_await desk->test(userId, notice);
    tell(to, done, result);
}

QCoro::Task<void> judgeAndTell(Desk *desk, QUrl endpoint, QPointer<QObject> to,
                               std::function<void(Result<void>)> done)
{
    const Result<void> judged = co_await desk->judge(endpoint);
    tell(to, done, judged);
}

QCoro::Task<void> stopAndTell(Desk *desk, std::shared_ptr<QSemaphore> stopped)
{
    co_await desk->stop();
    stopped->release();
}

} // namespace

Dispatcher::Dispatcher(Net::CallThread &thread, const Context &context)
    : m_desk(new Desk(context)), m_publicKey(Crypto::toBase64Url(context.key.publicKey()))
{
    thread.adopt(m_desk);
}

void Dispatcher::start()
{
    QMetaObject::invokeMethod(m_desk, &Desk::start, Qt::QueuedConnection);
}

void Dispatcher::look()
{
    QMetaObject::invokeMethod(m_desk, &Desk::look, Qt::QueuedConnection);
}

void Dispatcher::test(qint64 userId, TestNotice notice, QObject *answerTo,
                      std::function<void(Result<TestResult>)> done)
{
    const QPointer<QObject> to = answerTo;
    QMetaObject::invokeMethod(
        m_desk, [=, desk = m_desk] { testAndTell(desk, userId, notice, to, done); },
        Qt::QueuedConnection);
}

void Dispatcher::judge(QUrl endpoint, QObject *answerTo, std::function<void(Result<void>)> done)
{
    const QPointer<QObject> to = answerTo;
    QMetaObject::invokeMethod(
        m_desk, [=, desk = m_desk] { judgeAndTell(desk, endpoint, to, done); },
        Qt::QueuedConnection);
}

void Dispatcher::stop(std::chrono::milliseconds time)
{
    const auto stopped = std::make_shared<QSemaphore>();
    QMetaObject::invokeMethod(
        m_desk, [desk = m_desk, stopped] { stopAndTell(desk, stopped); }, Qt::QueuedConnection);
    stopped->tryAcquire(1, int(time.count()));
}

} // namespace Push
