// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/attachmentstore.h"
#include "api/mailinput.h"
#include "api/partsource.h"
#include "mime/outgoingmail.h"
#include "store/mail/mailrow.h"
#include "store/sql/viewer.h"

namespace Api {

/** A file that is still to be copied from somewhere. */
struct PartToCopy {
    qsizetype index = 0; ///< of MailParts::files
    QByteArray name;     ///< for PartCache::get()
    PartSource source;
};

/** The attachments of a mail, opened. */
struct MailParts {
    QList<Mime::OutgoingFile> files;
    QList<PartToCopy> toCopy;
    QByteArray inReplyTo;
    QList<QByteArray> references;
    /// Mails whose text is to be fetched before their attachments can be sent on.
    QList<Store::MailRow> missing;
};

/** The limits for attachments. */
struct PartLimits {
    int files = 20;
    qint64 bytes = qint64(25) << 20; ///< together
};

/**
 * Opens everything that a mail names: files, uploads, attachments of other mails, the mail
 * that it answers. On a database thread. The result is complete only if `missing` is empty.
 */
Result<MailParts, ApiFailure> readMailParts(Store::Session &session, const MailInput &mail,
                                            const AttachmentStore &attachments, qint64 userId,
                                            const Store::Viewer &viewer, PartLimits limits = {});

} // namespace Api
