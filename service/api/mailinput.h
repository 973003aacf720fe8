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

/** A mail as users write it: the input of POST /mails/send and of drafts. The strings are unchanged. */
struct MailInput {
    qint64 accountId = 0;
    QStringList to; ///< each: an address, `Name <address>`, or several, separated by commas
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

/// Missing fields and fields of a wrong type are in `body.failure()`.
MailInput readMailInput(Http::Body &body);

/// Line breaks and NUL (40007), and attachment references of an invalid form (40008).
std::optional<ApiFailure> illegalIn(const MailInput &mail);

} // namespace Api
