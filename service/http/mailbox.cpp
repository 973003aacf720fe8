// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/mailbox.h"

#include "http/engine.h"

#include <QThread>

namespace Http {

Mailbox::Mailbox(Engine *engine) : m_engine(engine), m_thread(engine->thread()) { }

void Mailbox::post(Delivery delivery)
{
    // Held during invokeMethod(), so that the engine cannot be destroyed meanwhile.
    const QMutexLocker lock(&m_mutex);
    if (!m_engine)
        return;
    m_waiting.push_back(std::move(delivery));
    if (m_waiting.size() == 1)
        QMetaObject::invokeMethod(m_engine, &Engine::deliver, Qt::QueuedConnection);
}

Engine *Mailbox::engineHere() const
{
    if (QThread::currentThread() != m_thread)
        return nullptr;
    const QMutexLocker lock(&m_mutex);
    return m_engine;
}

std::vector<Delivery> Mailbox::takeAll()
{
    const QMutexLocker lock(&m_mutex);
    return std::exchange(m_waiting, {});
}

void Mailbox::close()
{
    const QMutexLocker lock(&m_mutex);
    m_engine = nullptr;
    m_waiting.clear();
}

} // namespace Http
