// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/acceptor.h"

#include "http/log.h"

#include <QTimer>

namespace Http {

using namespace std::chrono_literals;

Acceptor::Acceptor(std::function<void(qintptr)> adopt) : m_adopt(std::move(adopt))
{
    setListenBacklogSize(4096);
    connect(this, &QTcpServer::acceptError, this, [this](QAbstractSocket::SocketError error) {
        // As a rule out of descriptors. QTcpServer has stopped accepting for good then.
        qCWarning(lcHttp) << "cannot accept a connection:" << error << errorString();
        QTimer::singleShot(200ms, this, [this] {
            if (isListening())
                resumeAccepting();
        });
    });
}

} // namespace Http
