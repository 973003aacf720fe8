// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QString>

namespace Mime {

/// The last component of a path, without control characters and marks of direction: the part that
/// may be a file name in a mail. Empty where nothing is left.
QString bareFileName(QString path);

/**
 * The `filename` parameter of Content-Disposition: quoted where the name is short ASCII, else RFC 2231
 * with continuations. Each entry is a stretch that is not folded inside.
 */
QByteArrayList filenameParameters(const QString &name);

/**
 * `name="..."` of Content-Type for programs that do not know RFC 2231: ASCII, accents dropped, what
 * is left becomes `_`. It is written there and not next to the real parameter, because some readers
 * use the first of two.
 */
QByteArray fallbackNameParameter(const QString &name);

} // namespace Mime
