// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Mime {

/// Whether a text is really HTML: it begins like an HTML document, or it begins with a tag and most
/// of its first 2,048 characters are tags. Reads only these characters.
bool looksLikeHtml(QStringView text);

} // namespace Mime
