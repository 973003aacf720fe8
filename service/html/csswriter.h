// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/csstokenizer.h"

namespace Html {

/// The token, written so that it is read again as the same token; nothing in it is `<`, a quote of
/// its own, or a line end. Not for the bad ones, which have no text.
void appendCssToken(QString &out, const CssToken &token);

/// `text` in quotes.
QString cssString(QStringView text);

/// A name, escaped where necessary.
QString cssName(QStringView text);

} // namespace Html
