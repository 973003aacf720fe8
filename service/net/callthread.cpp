// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/callthread.h"

#include "crypto/threadend.h"
#include "net/eventdispatcher.h"

namespace Net {

CallThread::CallThread(HttpCallerOptions options) : m_caller(new HttpCaller(std::move(options)))
{
    m_thread.setObjectName(QStringLiteral("delivery"));
    if (auto dispatcher = Net::makeDispatcher())
        m_thread.setEventDispatcher(dispatcher.release());
    m_caller->moveToThread(&m_thread);
    Crypto::releaseAtEndOf(m_thread);
    m_thread.start();
}

CallThread::~CallThread()
{
    QMetaObject::invokeMethod(
        m_caller, [caller = m_caller] { caller->abortAll(); }, Qt::BlockingQueuedConnection);
    // Connected after the workers, so that the caller is deleted after them: they use it.
    QObject::connect(&m_thread, &QThread::finished, m_caller, &QObject::deleteLater);
    m_thread.quit();
    m_thread.wait();
}

void CallThread::adopt(QObject *worker)
{
    worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, worker, &QObject::deleteLater);
}

} // namespace Net
