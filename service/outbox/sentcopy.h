// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/bodies.h"
#include "store/mail/mailrow.h"
#include "store/queue/outboxmessage.h"
#include "store/search/index/searchdocument.h"

namespace Outbox {

/** What is kept of a mail that went out: a mail in the folder `$sent`. */
struct SentCopy {
    Store::NewMail mail;
    Store::ParsedBody body;
    Store::SearchDocument document;
};

/// Parses and compresses: on the pool. Of a large mail that is the outline.
SentCopy readSentCopy(const Store::OutboxOutline &message, qint64 sentAt);

/**
 * Stores it in the caller's transaction and answers its id. Where the synchronisation has found the
 * server's own copy already, that one stands and its id is the answer.
 */
Result<qint64> storeSentCopy(Store::Session &session, const Store::OutboxMail &mail,
                             const SentCopy &copy);

} // namespace Outbox
