// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/acceptor.h"

#include "http/log.h"
#include "http/rawsocket.h"

#include <QElapsedTimer>

namespace Http {

using namespace std::chrono_literals;

namespace {

constexpr qint64 turnMs = 2;

} // namespace

Acceptor::Acceptor(std::function<void(qintptr)> adopt) : m_adopt(std::move(adopt))
{
    setListenBacklogSize(4096);
    m_nextTurn.setSingleShot(true);
    connect(&m_nextTurn, &QTimer::timeout, this, &Acceptor::adoptSome);
    connect(this, &QTcpServer::acceptError, this, [this](QAbstractSocket::SocketError error) {
        // The usual cause: no file descriptors are left. QTcpServer accepts nothing more until
        // resumeAccepting() is called.
        qCWarning(lcHttp) << "cannot accept a connection:" << error << errorString();
        QTimer::singleShot(200ms, this, [this] {
            if (isListening())
                resumeAccepting();
        });
    });
}

Acceptor::~Acceptor()
{
    for (const qintptr descriptor : std::as_const(m_accepted))
        closeRaw(descriptor);
}

void Acceptor::incomingConnection(qintptr descriptor)
{
    m_accepted.enqueue(descriptor);
    if (!m_nextTurn.isActive())
        m_nextTurn.start(0);
}

void Acceptor::adoptSome()
{
    QElapsedTimer turn;
    turn.start();
    while (!m_accepted.isEmpty() && !turn.hasExpired(turnMs))
        m_adopt(m_accepted.dequeue());
    if (!m_accepted.isEmpty())
        m_nextTurn.start(0);
}

} // namespace Http
