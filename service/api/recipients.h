// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/mailinput.h"
#include "common/result.h"
#include "mime/address.h"

namespace Api {

/** The recipients of a mail, checked. */
struct Recipients {
    QList<Mime::Address> to;
    QList<Mime::Address> cc;
    QList<Mime::Address> bcc;
    QList<Mime::Address> replyTo;
    QList<QByteArray> envelope; ///< to, cc and bcc as SMTP takes them, each once
    bool needsUtf8 = false;     ///< some local part is not ASCII

    friend bool operator==(const Recipients &, const Recipients &) = default;
};

/// Reads names and groups too. 40001: no recipient, or more than 100; 40006: an entry is not an
/// address; the field is named.
Result<Recipients, ApiFailure> readRecipients(const MailInput &mail);

} // namespace Api
