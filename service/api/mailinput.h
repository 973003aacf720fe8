// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "http/body.h"

#include <QStringList>

#include <optional>

namespace Api {

/** A file that the HTML shows: `<img src="cid:...">`. */
struct InlineFile {
    QString cid;
    QString attachment;

    friend bool operator==(const InlineFile &, const InlineFile &) = default;
};

/** A mail as people write it: what POST /mails/send and drafts take. Strings are as sent. */
struct MailInput {
    qint64 accountId = 0;
    QStringList to; ///< each an address, `Name <address>`, or several
    QStringList cc;
    QStringList bcc;
    QString subject;
    QString body; ///< HTML
    QStringList attachments;
    QStringList replyTo;
    std::optional<qint64> replyToMailId;
    QList<qint64> forwardAttachmentIds;
    QList<InlineFile> inlines;

    friend bool operator==(const MailInput &, const MailInput &) = default;
};

/// What is missing or of a wrong type is in `body.failure()`.
MailInput readMailInput(Http::Body &body);

/// Line breaks and NUL (40007), and attachments that could never be one (40008).
std::optional<ApiFailure> illegalIn(const MailInput &mail);

} // namespace Api
