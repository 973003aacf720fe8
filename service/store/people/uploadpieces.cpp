// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/uploadpieces.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Error wasRemoved()
{
    return { Error::Code::NotFound, u"The upload was removed while it was received."_s };
}

} // namespace

Result<void> touchUpload(Session &session, const QByteArray &token)
{
    Query query = session.query("uploads_touch");
    query.bindName(u":token"_s, token).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0 ? Result<void>() : Result<void>(wasRemoved());
}

Result<void> addUploadPiece(Session &session, const QByteArray &token, int position,
                            const QByteArray &bytes)
{
    RETURN_IF_ERROR(touchUpload(session, token));
    Query query = session.query("upload_pieces_insert");
    query.bindName(u":token"_s, token).bind(u":position"_s, position).bind(u":bytes"_s, bytes);
    const Result<void> added = query.run();
    if (!added && added.error().code == Error::Code::Conflict) // removed since the first statement
        return wasRemoved();
    return added;
}

Result<QByteArray> uploadPiece(Session &session, const QByteArray &token, int position)
{
    Query query = session.query("upload_piece");
    query.bindName(u":token"_s, token).bind(u":position"_s, position);
    const Result<std::optional<QByteArray>> piece = query.readValue<QByteArray>();
    RETURN_IF_ERROR(piece);
    return piece->value_or(QByteArray());
}

Result<void> dropStaleUploads(Session &session, std::chrono::seconds time)
{
    return session.query("uploads_stale").bind(u":seconds"_s, qint64(time.count())).run();
}

} // namespace Store
