// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace MailFiles {

/**
 * A mail as it is written to an mbox file of the kind mboxrd: a line `From sender date`, the mail, an empty
 * line. A line that begins with `From `, after any number of `>`, gets one more `>`, so that a reader can
 * remove it again. The other bytes are unchanged, also CRLF; `createdAt` is in seconds since 1970. A
 * mail without a line end at its end gets one: mbox cannot say that there is none.
 */
QByteArray mboxEntry(QByteArrayView raw, QByteArrayView sender, qint64 createdAt);

} // namespace MailFiles
