// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslConfiguration>

namespace Http {

struct TlsIdentity;

/// How we speak TLS: 1.2 and 1.3, forward secrecy and authenticated encryption only.
QSslConfiguration tlsConfiguration(const TlsIdentity &identity);

} // namespace Http
