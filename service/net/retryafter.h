// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Net {

/// RFC 9110 10.2.3: the value of Retry-After, seconds or a date, as milliseconds from now on, not
/// less than 0. Nothing: the value is missing or not valid.
std::optional<qint64> retryAfterMs(QByteArrayView value, qint64 nowMs);

} // namespace Net
