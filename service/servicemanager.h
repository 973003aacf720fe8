// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

/// Tells systemd, where it asked ($NOTIFY_SOCKET), e.g. "READY=1" or "STOPPING=1". sd_notify(3);
/// nothing elsewhere.
void notifyServiceManager(const QByteArray &state);
