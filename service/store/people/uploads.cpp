// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/uploads.h"

#include "crypto/base64url.h"
#include "crypto/random.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype tokenBytes = 24;
constexpr qsizetype tokenSize = 32;

Upload readUpload(const Query &query)
{
    return { query.name(0),  query.int64(1), query.text(2), query.name(3),
             query.int64(4), query.int64(5), query.int64(6) };
}

Error noSuchUpload()
{
    return { Error::Code::NotFound, u"There is no such upload."_s };
}

struct Known {
    QByteArray token;
    bool isComplete = false;
    qint64 createdAt = 0;
};

Result<QList<Known>> knownUploads(Session &session)
{
    Query query = session.query("uploads_tokens");
    query.exec();
    QList<Known> all;
    while (query.next())
        all.append({ query.name(0), query.flag(1), query.int64(2) });
    if (query.failed())
        return query.error();
    return all;
}

} // namespace

QByteArray newUploadToken()
{
    return Crypto::toBase64Url(Crypto::randomBytes(tokenBytes));
}

bool isUploadToken(QByteArrayView text)
{
    return text.size() == tokenSize && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                   || c == '-' || c == '_';
           });
}

Result<void> reserveUpload(Session &session, const Upload &upload, UploadQuota quota)
{
    Query used = session.query("uploads_used");
    used.bind(u":user_id"_s, upload.userId).exec();
    used.next();
    if (used.failed())
        return used.error();
    const bool isTooMany = quota.files > 0 && used.int64(0) >= quota.files;
    const bool isTooMuch = quota.bytes > 0 && used.int64(1) + upload.size > quota.bytes;
    if (isTooMany || isTooMuch)
        return Error{ Error::Code::Conflict, u"The user's uploads would be too large."_s };
    return session.query("uploads_insert")
        .bindName(u":token"_s, upload.token)
        .bind(u":user_id"_s, upload.userId)
        .bind(u":filename"_s, upload.filename)
        .bindName(u":content_type"_s, upload.contentType)
        .bind(u":size"_s, upload.size)
        .bind(u":created_at"_s, upload.createdAt)
        .bind(u":expires_at"_s, upload.expiresAt)
        .run();
}

Result<void> completeUpload(Session &session, const QByteArray &token, qint64 size)
{
    Query query = session.query("uploads_complete");
    query.bindName(u":token"_s, token).bind(u":size"_s, size).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0 ? Result<void>() : Result<void>(noSuchUpload());
}

Result<Upload> uploadOf(Session &session, qint64 userId, const QByteArray &token)
{
    Query query = session.query("uploads_by_token");
    query.bindName(u":token"_s, token).bind(u":user_id"_s, userId).bind(u":now"_s, session.now());
    query.exec();
    if (query.next())
        return readUpload(query);
    return query.failed() ? query.error() : noSuchUpload();
}

Result<UploadPage> uploadsOf(Session &session, qint64 userId, qint64 offset, int count)
{
    UploadPage page;
    Query sums = session.query("uploads_sums");
    sums.bind(u":user_id"_s, userId).bind(u":now"_s, session.now()).exec();
    if (sums.next()) {
        page.total = sums.int64(0);
        page.bytes = sums.int64(1);
    }
    if (sums.failed())
        return sums.error();
    Query query = session.query("uploads_page");
    query.bind(u":user_id"_s, userId).bind(u":now"_s, session.now());
    query.bind(u":count"_s, count).bind(u":offset"_s, offset).exec();
    while (query.next())
        page.items.append(readUpload(query));
    if (query.failed())
        return query.error();
    return page;
}

Result<bool> removeUpload(Session &session, qint64 userId, const QByteArray &token)
{
    Query query = session.query("uploads_remove");
    query.bindName(u":token"_s, token).bind(u":user_id"_s, userId).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0;
}

Result<void> dropUpload(Session &session, const QByteArray &token)
{
    return session.query("uploads_drop").bindName(u":token"_s, token).run();
}

Result<QList<QByteArray>> sweepUploads(Session &session, const QHash<QByteArray, qint64> &files,
                                       qint64 staleBefore, qint64 keepUntil)
{
    RETURN_IF_ERROR(session.query("uploads_keep").bind(u":until"_s, keepUntil).run());
    RETURN_IF_ERROR(session.query("uploads_expire").bind(u":now"_s, session.now()).run());
    const Result<QList<Known>> known = knownUploads(session);
    RETURN_IF_ERROR(known);
    QHash<QByteArray, qint64> strangers = files;
    for (const Known &upload : *known) {
        const qint64 heardOf = std::max(upload.createdAt, files.value(upload.token));
        if (upload.isComplete || heardOf >= staleBefore) {
            strangers.remove(upload.token);
            continue;
        }
        RETURN_IF_ERROR(dropUpload(session, upload.token));
    }
    return strangers.keys();
}

} // namespace Store
