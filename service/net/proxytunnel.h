// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/proxy.h"

#include <QCoroTask>

#include <chrono>

namespace Net {

class Transport;

/**
 * Connects to `host` through the proxy to which `transport` is connected. `host` is an address, or a
 * name that the proxy looks up. Afterwards `transport` reads from and writes to `host`. Unreachable,
 * with different messages for a refusal of the proxy, a refused proxy login and an unreachable target;
 * Protocol; Timeout.
 */
QCoro::Task<Result<void>> openTunnel(Transport *transport, Proxy proxy, QString host, quint16 port,
                                     std::chrono::milliseconds deadline);

} // namespace Net
