// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/// By id, which is the order in which they were stored.
Result<QList<Attachment>> attachmentsOf(Session &session, qint64 mailId);
Result<Attachment> attachmentById(Session &session, qint64 id, const Viewer &viewer = {});

/// Sets the size of an attachment whose size was not known.
Result<void> setAttachmentSize(Session &session, qint64 id, qint64 size);

/// Replaces the attachments of the mail; attachments with a known part path keep their ids.
Result<void> replaceAttachments(Session &session, qint64 mailId,
                                const QList<Attachment> &attachments);
/// The same for a mail that has none yet.
Result<void> addAttachments(Session &session, qint64 mailId, const QList<Attachment> &attachments);

} // namespace Store
