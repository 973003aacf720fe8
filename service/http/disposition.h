// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Http {

/// The value of Content-Disposition, RFC 6266: `kind` ("attachment") with the name in ASCII for old
/// clients, and also in UTF-8 (`filename*`) if that differs.
QByteArray contentDisposition(const QByteArray &kind, const QString &filename);

} // namespace Http
