// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/threader.h"

#include <functional>

namespace Store {

class Session;

/** A mail stored by an earlier version that is not assigned to a conversation yet. */
struct UnplacedMail {
    qint64 id = 0;
    NewMail mail;              ///< only Message-ID, sender, recipients, subject
    QByteArray compressedBody; ///< contains the references; empty: they are not available
};

/// The newest such mails, at most `max`; ends after the mail with which the bodies reach 2 MiB. On a
/// reader.
Result<QList<UnplacedMail>> unplacedMails(Session &session, int max);

/// Reads the ids of the referenced mails from a raw message: Mime::references().
using ReferenceReader = std::function<QStringList(const QByteArray &)>;

/// Adds the references from the mail's text. Pure.
UnplacedMail readUnplaced(UnplacedMail mail, const ReferenceReader &reader);

/// Assigns the mails that still exist to conversations, in the caller's transaction.
Result<void> placeMails(Session &session, const QList<UnplacedMail> &mails);

} // namespace Store
