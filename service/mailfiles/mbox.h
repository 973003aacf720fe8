// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace MailFiles {

/**
 * A mail as it stands in an mbox file of the kind mboxrd: a line `From sender date`, the mail, an empty
 * line. Of each line that is `From ` behind any number of `>`, one `>` more stands there, so that all can
 * be taken back. The other bytes stay as they are, CRLF too; `createdAt` is in seconds since 1970. A
 * mail without a line end at its end gets one: mbox cannot say that there is none.
 */
QByteArray mboxEntry(QByteArrayView raw, QByteArrayView sender, qint64 createdAt);

} // namespace MailFiles
