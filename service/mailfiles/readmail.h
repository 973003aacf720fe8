// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mailfiles/mailsource.h"
#include "store/mail/bodies.h"
#include "store/search/index/searchdocument.h"

namespace MailFiles {

/** A mail of a file, ready to be stored. */
struct ReadMail {
    Store::NewMail mail; ///< local, listed as Kept
    Store::ParsedBody body;
    Store::SearchDocument document;
    QByteArray raw;
    QByteArray hash; ///< SHA-256 of `raw`
};

/// Parses and compresses a mail. This is most of the cost of a mail. Pure; on any thread. The mail's time
/// in lists is the delivery time, else the Date header if it is plausible at `now` (seconds), else the
/// time of the file.
ReadMail readMail(const SourceMail &source, qint64 now);

} // namespace MailFiles
