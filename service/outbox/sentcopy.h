// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/bodies.h"
#include "store/mail/mailrow.h"
#include "store/queue/outboxmessage.h"
#include "store/search/index/searchdocument.h"

namespace Outbox {

/** The local copy of a sent mail: a mail in the folder `$sent`. */
struct SentCopy {
    Store::NewMail mail;
    Store::ParsedBody body;
    Store::SearchDocument document;
};

/// Parses and compresses the mail; for a large mail, only its outline. Runs on the pool.
SentCopy readSentCopy(const Store::OutboxOutline &message, qint64 sentAt);

/**
 * Stores the copy in the caller's transaction and returns its id. If the synchronisation has already
 * stored the server's copy of this mail, nothing is stored and the id of that copy is returned.
 */
Result<qint64> storeSentCopy(Store::Session &session, const Store::OutboxMail &mail,
                             const SentCopy &copy);

} // namespace Outbox
