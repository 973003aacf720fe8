// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/queue/outboxmessage.h"

#include "store/mail/bodies.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> insertOutboxMessage(Session &session, qint64 outboxId, const OutboxMessage &message)
{
    Query query = session.query("outbox_pieces_insert");
    const Result<void> stored =
        message.pieces->forEach([&](int position, const MessagePiece &piece) {
            query.begin().add(outboxId).add(position).add(piece.size).add(piece.bytes);
            query.exec();
            return query.result();
        });
    if (!stored || message.cuts.isEmpty())
        return stored;
    return session.query("outbox_outline_insert")
        .bind(u":outbox_id"_s, outboxId)
        .bindName(u":cuts"_s, message.cuts)
        .bind(u":raw"_s, message.outline)
        .run();
}

Result<void> dropOutboxMessage(Session &session, qint64 outboxId)
{
    RETURN_IF_ERROR(session.query("outbox_pieces_delete").bind(u":outbox_id"_s, outboxId).run());
    return session.query("outbox_outline_delete").bind(u":outbox_id"_s, outboxId).run();
}

Result<QByteArray> outboxPiece(Session &session, qint64 outboxId, int position)
{
    Query query = session.query("outbox_piece");
    query.bind(u":outbox_id"_s, outboxId).bind(u":position"_s, position);
    return unpackedPiece(std::move(query));
}

Result<QByteArray> outboxMessage(Session &session, const OutboxMail &mail)
{
    QByteArray message;
    message.reserve(mail.size);
    for (int position = 0; message.size() < mail.size; ++position) {
        const Result<QByteArray> piece = outboxPiece(session, mail.id, position);
        if (!piece || piece->isEmpty())
            return piece;
        message += *piece;
    }
    return message;
}

Result<OutboxOutline> outboxOutline(Session &session, const OutboxMail &mail)
{
    Query query = session.query("outbox_outline");
    query.bind(u":outbox_id"_s, mail.id).exec();
    const bool isThere = query.next();
    if (query.failed())
        return query.error();
    const Result<QByteArray> raw =
        isThere ? decompressBody(query.bytes("raw")) : outboxMessage(session, mail);
    RETURN_IF_ERROR(raw);
    return OutboxOutline{ *raw, isThere ? query.bytes("cuts") : QByteArray() };
}

} // namespace Store
