// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/part.h"

#include <QList>

namespace Mime {

/// Which parts are shown as the mail's body; indices, in order. Everything else is an attachment.
struct BodyChoice {
    QList<int> text; ///< to somebody who wants plain text (HTML where there is nothing else)
    QList<int> html; ///< to somebody who wants HTML (text where there is nothing else)
    QList<int> attachments;
};

/// RFC 8621 4.1.4 (JMAP), which says it best; with the `start` of multipart/related.
BodyChoice chooseBody(const QList<Part> &parts);

} // namespace Mime
