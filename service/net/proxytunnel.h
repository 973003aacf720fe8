// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/proxy.h"

#include <QCoroTask>

#include <chrono>

namespace Net {

class Transport;

/**
 * Asks the proxy at the other end of `transport` for a connection to `host`, a name that the proxy
 * looks up, or an address. From then on the transport talks to that. Unreachable, with different
 * messages for a refusal of the proxy, a refused proxy login and an unreachable target; Protocol;
 * Timeout.
 */
QCoro::Task<Result<void>> openTunnel(Transport *transport, Proxy proxy, QString host, quint16 port,
                                     std::chrono::milliseconds deadline);

} // namespace Net
