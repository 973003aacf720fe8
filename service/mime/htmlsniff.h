// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace Mime {

/// A text that is HTML in truth: it begins as a document does, or with a tag and most of its first
/// 2,048 characters are tags. Looks at no more.
bool looksLikeHtml(QStringView text);

} // namespace Mime
