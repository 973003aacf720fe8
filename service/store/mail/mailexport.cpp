// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailexport.h"

#include "store/mail/bodies.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/// Besides the id and the bytes.
const Columns<ExportedMail> exportColumns{
    { "created_at", &ExportedMail::createdAt },
    { "from_addr", &ExportedMail::from },
    { "message_id", &ExportedMail::messageId },
};

// A large mail that was sent through us is stored in pieces, and its stored body is only an outline.
Result<QByteArray> joinedPieces(Session &session, qint64 mailId)
{
    QByteArray raw;
    for (int position = 0;; ++position) {
        const Result<QByteArray> piece = bodyPiece(session, mailId, position);
        RETURN_IF_ERROR(piece);
        if (piece->isEmpty())
            return raw;
        raw += *piece;
    }
}

Result<void> addBytes(Session &session, ExportedMail &mail, BodyState state)
{
    const Result<StoredBody> body = storedBody(session, mail.id);
    if (!body)
        return body.error().code == Error::Code::NotFound ? Result<void>() : body.error();
    if (body->cuts.isEmpty() && state != BodyState::Stored)
        return {};
    const Result<QByteArray> raw =
        body->cuts.isEmpty() ? Result<QByteArray>(body->raw) : joinedPieces(session, mail.id);
    RETURN_IF_ERROR(raw);
    mail.raw = *raw;
    mail.isHere = true;
    return {};
}

} // namespace

Result<QList<qint64>> mailsToExport(Session &session, qint64 folderId)
{
    Query query = session.query("mails_export");
    return query.bind(u":folder_id"_s, folderId).readValues<qint64>();
}

Result<ExportedMail> exportedMail(Session &session, qint64 id)
{
    Query query = session.query("mails_export_one");
    query.bind(u":id"_s, id).exec();
    if (!query.next())
        return query.failed() ? query.error()
                              : Error{ Error::Code::NotFound, u"There is no such mail."_s };
    ExportedMail mail = query.read(exportColumns);
    mail.id = id;
    const auto state = query.value<BodyState>("body_state");
    const Result<void> added = addBytes(session, mail, state);
    return added ? Result<ExportedMail>(std::move(mail)) : added.error();
}

} // namespace Store
