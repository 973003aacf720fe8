// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace Discover {

/// A host name of at least two labels in ASCII and lower case, without a dot at its end; other
/// scripts become xn--. Nothing: the text is not such a name, for example an IP address.
std::optional<QString> hostName(const QString &text);

/// Whether `host` is `domain` or below it.
bool isWithin(const QString &host, const QString &domain);

} // namespace Discover
