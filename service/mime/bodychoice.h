// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/part.h"

#include <QList>

namespace Mime {

/// Which parts are shown as the mail's body; indices, in order. Everything else is an attachment.
struct BodyChoice {
    QList<int> text; ///< for a plain-text view (HTML where no part is plain text)
    QList<int> html; ///< for an HTML view (text where no part is HTML)
    QList<int> attachments;
};

/// The algorithm of RFC 8621 4.1.4 (JMAP), with the `start` of multipart/related.
BodyChoice chooseBody(const QList<Part> &parts);

} // namespace Mime
