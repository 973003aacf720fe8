// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Imap {

/// Modified UTF-7, RFC 3501 5.1.3.
QByteArray encodeMailboxName(QStringView path);

/**
 * Nothing where the bytes are not modified UTF-7. Raw UTF-8 is accepted where it is valid: servers
 * that hold such names send them so, and UTF8=ACCEPT (RFC 6855) allows it.
 */
std::optional<QString> decodeMailboxName(QByteArrayView name);

} // namespace Imap
