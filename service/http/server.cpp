// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/server.h"

#include "crypto/threadend.h"
#include "http/engine.h"
#include "net/eventdispatcher.h"

namespace Http {

using namespace Qt::StringLiterals;

Server::Server(ServerOptions options, QObject *parent)
    : QObject(parent), m_router(std::make_unique<Router>()),
      m_engine(new Engine(options, *m_router))
{
    m_thread.setObjectName(u"http"_s);
    if (auto dispatcher = Net::makeDispatcher())
        m_thread.setEventDispatcher(dispatcher.release());
    m_engine->moveToThread(&m_thread);
    connect(m_engine, &Engine::stopped, this, &Server::stopped);
    connect(&m_thread, &QThread::finished, m_engine, &QObject::deleteLater);
    Crypto::releaseAtEndOf(m_thread);
    m_thread.start();
}

Server::~Server()
{
    m_thread.quit();
    m_thread.wait();
}

Router &Server::router()
{
    return *m_router;
}

Streams &Server::streams()
{
    return m_engine->streams();
}

const Metrics::Traffic &Server::traffic() const
{
    return m_engine->traffic();
}

Result<void> Server::listen(const QHostAddress &address, quint16 port,
                            std::optional<TlsIdentity> tls)
{
    Result<quint16> bound = Error{};
    QMetaObject::invokeMethod(
        m_engine, [&] { bound = m_engine->listen(address, port, tls); },
        Qt::BlockingQueuedConnection);
    RETURN_IF_ERROR(bound);
    m_port = *bound;
    return {};
}

void Server::useIdentity(TlsIdentity tls)
{
    QMetaObject::invokeMethod(
        m_engine, [engine = m_engine, tls = std::move(tls)] { engine->useIdentity(tls); },
        Qt::QueuedConnection);
}

void Server::stop(std::chrono::milliseconds deadline)
{
    QMetaObject::invokeMethod(
        m_engine, [engine = m_engine, deadline] { engine->stop(deadline); }, Qt::QueuedConnection);
}

} // namespace Http
