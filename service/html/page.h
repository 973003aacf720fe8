// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "html/cleaner.h"

namespace Html {

/**
 * A whole document for a frame, in UTF-8: a white sheet with our own style first, then the mail's. It
 * works on any desktop, also a dark one, and scrolls by itself.
 */
QByteArray pageOf(const Cleaned &mail);

/// The same for a text, as it is: see plainTextAsHtml().
QByteArray pageOfText(QStringView text);

/// A page of one sentence, for a mail that cannot be shown.
QByteArray pageOfProblem(const QString &sentence);

} // namespace Html
