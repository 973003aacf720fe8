// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/piecefile.h"
#include "store/queue/outboxmail.h"

#include <memory>

namespace Store {

/** The finished message of a mail that is to be sent. */
struct OutboxMessage {
    std::shared_ptr<PieceFile> pieces; ///< finished
    /// Of a large one, which is kept in pieces: what is in no file, packed by compressBody(), and
    /// where that lacks something. Else empty.
    QByteArray outline = {};
    QByteArray cuts = {};
};

/// In the transaction that stores its mail.
Result<void> insertOutboxMessage(Session &session, qint64 outboxId, const OutboxMessage &message);

/// The message is needed no longer.
Result<void> dropOutboxMessage(Session &session, qint64 outboxId);

/// A piece of the message, from 0; empty behind the last one.
Result<QByteArray> outboxPiece(Session &session, qint64 outboxId, int position);

/// All pieces together; empty: it is not needed any more.
Result<QByteArray> outboxMessage(Session &session, const OutboxMail &mail);

/** What a copy of the mail is made from. */
struct OutboxOutline {
    QByteArray raw;
    QByteArray cuts; ///< empty: `raw` is the whole message
};

/// The outline where there is one, else the message; empty: it is not needed any more.
Result<OutboxOutline> outboxOutline(Session &session, const OutboxMail &mail);

} // namespace Store
