// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

/// Sends a state to systemd if $NOTIFY_SOCKET is set, e.g. "READY=1" or "STOPPING=1". See sd_notify(3).
/// Does nothing without systemd.
void notifyServiceManager(const QByteArray &state);
