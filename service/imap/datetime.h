// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace Imap {

/// `17-Jul-1996 02:44:25 -0700` to seconds since 1970 UTC; the day may have a space or one digit.
std::optional<qint64> parseInternalDate(QByteArrayView text);

} // namespace Imap
