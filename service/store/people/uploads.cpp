// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/uploads.h"

#include "crypto/base64url.h"
#include "crypto/random.h"
#include "store/people/settings.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype tokenBytes = 24;
constexpr qsizetype tokenSize = 32;
constexpr qsizetype folderBytes = 12;

const Columns<Upload> uploadColumns{
    { "token", &Upload::token },
    { "user_id", &Upload::userId },
    { "filename", &Upload::filename },
    { "content_type", &Upload::contentType },
    { "size", &Upload::size },
    { "is_in_database", &Upload::isInDatabase },
    { "is_in_s3", &Upload::isInS3 },
    { "created_at", &Upload::createdAt },
    { "expires_at", &Upload::expiresAt },
};

struct Sums {
    qint64 total = 0;
    qint64 bytes = 0;
};

const Columns<Sums> sumColumns{
    { "total", &Sums::total },
    { "bytes", &Sums::bytes },
};

Error noSuchUpload()
{
    return { Error::Code::NotFound, u"There is no such upload."_s };
}

struct Known {
    QByteArray token;
    bool isComplete = false;
    bool isFile = false;
    qint64 createdAt = 0;
};

const Columns<Known> knownColumns{
    { "token", &Known::token },
    { "is_complete", &Known::isComplete },
    { "is_file", &Known::isFile },
    { "created_at", &Known::createdAt },
};

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
    Query query = session.query("uploads_used");
    const auto sums = query.bind(u":user_id"_s, upload.userId).readFirst(sumColumns);
    RETURN_IF_ERROR(sums);
    const Sums used = sums->value_or(Sums());
    const bool isTooMany = quota.files > 0 && used.total >= quota.files;
    const bool isTooMuch = quota.bytes > 0 && used.bytes + upload.size > quota.bytes;
    if (isTooMany || isTooMuch)
        return Error{ Error::Code::Conflict,
                      u"The upload would exceed the user's limit of files or bytes."_s };
    return session.query("uploads_insert")
        .bindName(u":token"_s, upload.token)
        .bind(u":user_id"_s, upload.userId)
        .bind(u":filename"_s, upload.filename)
        .bindName(u":content_type"_s, upload.contentType)
        .bind(u":size"_s, upload.size)
        .bind(u":is_in_database"_s, upload.isInDatabase)
        .bind(u":is_in_s3"_s, upload.isInS3)
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
    const Result<std::optional<Upload>> upload = query.readFirst(uploadColumns);
    RETURN_IF_ERROR(upload);
    if (!*upload)
        return noSuchUpload();
    return **upload;
}

Result<UploadPage> uploadsOf(Session &session, qint64 userId, qint64 offset, int count)
{
    Query all = session.query("uploads_sums");
    all.bind(u":user_id"_s, userId).bind(u":now"_s, session.now());
    const Result<std::optional<Sums>> sums = all.readFirst(sumColumns);
    RETURN_IF_ERROR(sums);
    Query query = session.query("uploads_page");
    query.bind(u":user_id"_s, userId).bind(u":now"_s, session.now());
    query.bind(u":count"_s, count).bind(u":offset"_s, offset);
    Result<QList<Upload>> uploads = query.readAll(uploadColumns);
    RETURN_IF_ERROR(uploads);
    const Sums whole = sums->value_or(Sums());
    return UploadPage{ *std::move(uploads), whole.total, whole.bytes };
}

Result<bool> removeUpload(Session &session, qint64 userId, const QByteArray &token)
{
    Query query = session.query("uploads_remove");
    query.bindName(u":token"_s, token).bind(u":user_id"_s, userId).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0;
}

Result<bool> dropUpload(Session &session, const QByteArray &token)
{
    Query query = session.query("uploads_drop");
    query.bindName(u":token"_s, token).exec();
    if (query.failed())
        return query.error();
    return query.affected() > 0;
}

Result<void> expireUploads(Session &session, qint64 keepUntil)
{
    RETURN_IF_ERROR(session.query("uploads_keep").bind(u":until"_s, keepUntil).run());
    return session.query("uploads_expire").bind(u":now"_s, session.now()).run();
}

Result<QList<QByteArray>> sweepUploads(Session &session, const QHash<QByteArray, qint64> &files,
                                       qint64 staleBefore)
{
    const Result<QList<Known>> known = session.query("uploads_tokens").readAll(knownColumns);
    RETURN_IF_ERROR(known);
    QHash<QByteArray, qint64> strangers = files;
    for (const Known &upload : *known) {
        const qint64 heardOf = std::max(upload.createdAt, files.value(upload.token));
        if (upload.isComplete || !upload.isFile || heardOf >= staleBefore) {
            strangers.remove(upload.token);
            continue;
        }
        RETURN_IF_ERROR(dropUpload(session, upload.token));
    }
    return strangers.keys();
}

Result<QByteArray> uploadsFolder(Session &session)
{
    const QString name = u"uploads_folder"_s;
    const Result<std::optional<QString>> stored = setting(session, wholeInstallation, name);
    RETURN_IF_ERROR(stored);
    if (*stored)
        return (*stored)->toLatin1();
    const QByteArray made = Crypto::toBase64Url(Crypto::randomBytes(folderBytes));
    RETURN_IF_ERROR(setSetting(session, wholeInstallation, name, QString::fromLatin1(made)));
    return made;
}

Result<QSet<QByteArray>> uploadTokens(Session &session)
{
    const Result<QList<Known>> known = session.query("uploads_tokens").readAll(knownColumns);
    RETURN_IF_ERROR(known);
    QSet<QByteArray> tokens;
    for (const Known &upload : *known)
        tokens.insert(upload.token);
    return tokens;
}

} // namespace Store
