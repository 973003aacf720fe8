// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/csstokenizer.h"

namespace Html {

/// Appends the token so that it is read again as the same token. Names and strings have no `<`, no
/// line end and no quote inside. Not for BadString and BadUrl, which have no text.
void appendCssToken(QString &out, const CssToken &token);

/// `text` in quotes.
QString cssString(QStringView text);

/// A name, escaped where necessary.
QString cssName(QStringView text);

} // namespace Html
