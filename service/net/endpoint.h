// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/proxy.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QHostAddress>
#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace Net {

/** How a mail connection is protected; stored and sent as `auto`, `tls`, `starttls`, `none`. */
enum class Security {
    Auto,     ///< by port, see resolved() and mayBeTls(); never plain text
    Tls,      ///< TLS from the first byte
    StartTls, ///< plain greeting, then STARTTLS; a server without it is refused
    None,     ///< plain text, only where the user chose it
};

/// The wire name of interface and database.
QByteArray securityName(Security security);

/// Nothing for an unknown name.
std::optional<Security> securityFromName(QByteArrayView name);

/// What Auto means: TLS on 993 and 465, STARTTLS (required) on every other port. Never Auto.
Security resolved(Security security, quint16 port);

/// Whether Auto leaves open which of the two it is: a port that is not one of those for IMAP and
/// submission. There a server that sends nothing within greetingWithin is tried with TLS.
bool mayBeTls(Security security, quint16 port);

constexpr std::chrono::milliseconds greetingWithin{ 2'000 };
/// The time for the TLS handshake with such a server. If it fails, the plain greeting is awaited again.
constexpr std::chrono::milliseconds unsureTlsWithin{ 5'000 };

/** Where a mail server is and how its connection is protected. */
struct Endpoint {
    QString host; ///< name or address, without scheme and brackets
    quint16 port = 0;
    Security security = Security::Auto;
    QByteArray tlsPin;               ///< SHA-256 of the server's public key, 32 bytes; empty: none
    Proxy proxy;                     ///< on the way there
    QList<QHostAddress> addresses{}; ///< of the host, where they are known; none: it is looked up

    bool operator==(const Endpoint &) const = default;
};

/**
 * The key for counting connections to the same target: host, port, security and proxy. A port or a
 * proxy that does not answer says nothing about other ports of the host, and a user who names such
 * a port or proxy must not affect the other users of the host.
 */
QString routeName(const Endpoint &endpoint);

} // namespace Net
