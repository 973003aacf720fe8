// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Push {

/// Reads base64url without padding, as browsers write it, and standard base64 with padding, as some
/// libraries do. Nothing: the text is neither.
std::optional<QByteArray> fromAnyBase64(QByteArrayView text);

} // namespace Push
