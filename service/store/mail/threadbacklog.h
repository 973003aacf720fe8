// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/threader.h"

#include <functional>

namespace Store {

class Session;

/** A mail that an earlier version stored, and that is in no conversation yet. */
struct UnplacedMail {
    qint64 id = 0;
    NewMail mail;              ///< id, people and subject alone
    QByteArray compressedBody; ///< its references are in there; empty: nobody has them
};

/// The newest ones, at most `max` and 2 MiB. On a reader.
Result<QList<UnplacedMail>> unplacedMails(Session &session, int max);

/// The ids that a message names, of its raw bytes: Mime::references().
using ReferenceReader = std::function<QStringList(const QByteArray &)>;

/// With what its text says. Pure.
UnplacedMail readUnplaced(UnplacedMail mail, const ReferenceReader &reader);

/// Puts those into conversations that are still here, in the caller's transaction.
Result<void> placeMails(Session &session, const QList<UnplacedMail> &mails);

} // namespace Store
