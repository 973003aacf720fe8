// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace Http {

/// Undoes percent-encoding; an escape that is not one stays as it is.
QByteArray percentDecoded(QByteArrayView text);

/// UTF-8 to text; nothing where the bytes are not UTF-8.
std::optional<QString> fromUtf8Strict(QByteArrayView bytes);

} // namespace Http
