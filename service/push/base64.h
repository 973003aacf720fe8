// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Push {

/// Browsers write base64url without padding, some libraries the standard alphabet with it: both.
std::optional<QByteArray> fromAnyBase64(QByteArrayView text);

} // namespace Push
