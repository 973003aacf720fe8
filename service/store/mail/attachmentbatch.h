// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/// addAttachments() and replaceAttachments() of many mails in one statement each, on PostgreSQL.
/// Each attachment must contain its mailId.
Result<void> addAttachmentBatch(Session &session, const QList<Attachment> &attachments);
Result<void> replaceAttachmentBatch(Session &session, const QList<qint64> &mailIds,
                                    const QList<Attachment> &attachments);

} // namespace Store
