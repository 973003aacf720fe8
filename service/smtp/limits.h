// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Smtp {

/**
 * The limits for data from a server, which may be hostile. A breach is Error::Protocol and ends the
 * connection.
 */
struct Limits {
    qsizetype lineBytes = 4096;       ///< RFC 5321 4.5.3.1.5 says 512; some servers send long texts
    int replyLines = 200;             ///< of one reply; the longest is that to EHLO
    qsizetype replyBytes = 64 * 1024; ///< of one reply
    int mechanismSteps = 10;          ///< challenges of one login
};

} // namespace Smtp
