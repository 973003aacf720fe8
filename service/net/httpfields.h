// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <utility>

namespace Net {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

/// RFC 9110 5.1: a token, at most 64 bytes.
bool isHeaderName(QByteArrayView name);

/// RFC 9110 5.5: visible ASCII, blanks and tabs, at most 1024 bytes; no line ends.
bool isHeaderValue(QByteArrayView value);

} // namespace Net
