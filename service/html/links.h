// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Html {

/**
 * Where a link may lead: http, https, mailto or tel, or `#place` in the same mail; empty for all else
 * (relative addresses lead nowhere in a mail). `address` is decoded; control characters, which browsers
 * ignore in addresses, are removed before the scheme is checked.
 */
QString safeLink(QStringView address);

/// An address without the characters that browsers ignore: control characters, white space at its
/// ends.
QString plainAddress(QStringView address);

/// The scheme in lower case, without the colon; empty: a relative address.
QString schemeOf(QStringView plain);

} // namespace Html
