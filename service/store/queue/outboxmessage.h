// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/piecefile.h"
#include "store/queue/outboxmail.h"

#include <memory>

namespace Store {

/** The finished message of a mail that is to be sent. */
struct OutboxMessage {
    std::shared_ptr<PieceFile> pieces; ///< finished
    /// For a large message, which is stored in pieces: the message without its attached files,
    /// packed by compressBody(), and the positions of the missing parts. Otherwise empty.
    QByteArray outline = {};
    QByteArray cuts = {};
};

/// In the transaction that stores its mail.
Result<void> insertOutboxMessage(Session &session, qint64 outboxId, const OutboxMessage &message);

/// Deletes the message, which is no longer needed.
Result<void> dropOutboxMessage(Session &session, qint64 outboxId);

/// A piece of the message, from 0; empty behind the last one.
Result<QByteArray> outboxPiece(Session &session, qint64 outboxId, int position);

/// All pieces together; empty: the message was deleted because it is no longer needed.
Result<QByteArray> outboxMessage(Session &session, const OutboxMail &mail);

/** The data from which a copy of the mail is made. */
struct OutboxOutline {
    QByteArray raw;
    QByteArray cuts; ///< empty: `raw` is the whole message
};

/// The outline if there is one, otherwise the message; empty: it was deleted because it is no
/// longer needed.
Result<OutboxOutline> outboxOutline(Session &session, const OutboxMail &mail);

} // namespace Store
