// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/qtfeed.h"

#include <QTcpServer>

#include <functional>

namespace Http {

/**
 * The listening socket. Clients go to the engine as descriptors; Qt's HTTP server, which is bound to
 * it, gets nothing but the feed.
 */
class Acceptor : public QTcpServer
{
public:
    explicit Acceptor(std::function<void(qintptr)> adopt);

    void give(QtFeed *feed) { addPendingConnection(feed); }

protected:
    void incomingConnection(qintptr descriptor) override { m_adopt(descriptor); }

private:
    std::function<void(qintptr)> m_adopt;
};

} // namespace Http
