// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/qtfeed.h"

#include <QQueue>
#include <QTcpServer>
#include <QTimer>

#include <functional>

namespace Http {

/**
 * The listening socket. Client sockets are passed to the engine as descriptors. Qt's HTTP server is
 * bound to this socket, but gets only the feed.
 *
 * QTcpServer accepts all that wait in one go. To begin hundreds of TLS connections takes longer than a
 * request may wait, so the engine gets them in turns of 2 ms, with other work of the thread between.
 */
class Acceptor : public QTcpServer
{
public:
    explicit Acceptor(std::function<void(qintptr)> adopt);
    ~Acceptor() override; ///< closes the sockets that the engine did not get

    void give(QtFeed *feed) { addPendingConnection(feed); }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void adoptSome();

    std::function<void(qintptr)> m_adopt;
    QQueue<qintptr> m_accepted; ///< descriptors that the engine has not got yet
    QTimer m_nextTurn;
};

} // namespace Http
