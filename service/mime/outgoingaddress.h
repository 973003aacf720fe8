// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Mime {

/**
 * An address as SMTP and header fields take it: `local@domain`, the domain as its A-label (RFC
 * 5890). BadRequest, with the reason, for everything that is not one: white space, brackets, control
 * characters, no domain, too long (RFC 5321 4.5.3.1), and for a local part that is not ASCII where
 * the server cannot take it (RFC 6531).
 */
Result<QByteArray> wireAddress(const QString &address, bool allowsUtf8 = false);

} // namespace Mime
