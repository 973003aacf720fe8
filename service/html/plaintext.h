// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Html {

/**
 * A text mail as HTML: its lines as they are, lines with `>` as nested quotes (up to eight levels),
 * http, https and mailto addresses as links. Linear.
 */
QString plainTextAsHtml(QStringView text);

} // namespace Html
