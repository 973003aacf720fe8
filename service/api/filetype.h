// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Api {

/// The media type that goes with the ending of a file's name, `application/octet-stream` for others.
QByteArray fileType(const QString &filename);

/// The media type of a Content-Type field without its parameters, in lower case; empty where it says
/// nothing about the content: missing, malformed, or a default value of clients.
QByteArray statedType(QByteArrayView contentType);

} // namespace Api
