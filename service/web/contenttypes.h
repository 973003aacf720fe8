// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringView>

namespace Web {

/// The Content-Type of a file of the web client, by the end of its name; application/octet-stream
/// for files that browsers must not show.
QByteArray contentTypeOf(QStringView fileName);

/// Whether its bytes become smaller under gzip: text does, pictures do not.
bool isCompressible(QByteArrayView contentType);

} // namespace Web
