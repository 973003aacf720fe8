// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <QString>

namespace Store {

class Session;

/**
 * A file that a user uploaded to attach it to a mail. Its content is in pieces (store/people/uploadpieces.h), in an S3
 * store, or a file named by the token.
 */
struct Upload {
    QByteArray token; ///< 32 characters, made by newUploadToken()
    qint64 userId = 0;
    QString filename;
    QByteArray contentType;
    qint64 size = 0;           ///< bytes; during the upload: its maximum size
    bool isInDatabase = false; ///< the content
    bool isInS3 = false;       ///< the content
    qint64 createdAt = 0;
    qint64 expiresAt = 0;

    bool isFile() const { return !isInDatabase && !isInS3; } ///< of one service

    friend bool operator==(const Upload &, const Upload &) = default;
};

struct UploadPage {
    QList<Upload> items;
    qint64 total = 0; ///< of all pages
    qint64 bytes = 0; ///< of all of them together

    friend bool operator==(const UploadPage &, const UploadPage &) = default;
};

/** The limits of the uploads that one user may have at the same time; 0: no limit. */
struct UploadQuota {
    qint64 bytes = 0;
    qint64 files = 0;
};

QByteArray newUploadToken(); ///< random, so that the file name cannot be guessed
bool isUploadToken(QByteArrayView text);

/// Stores an upload before its content is received, so that no file exists without a row.
/// Error::Conflict: the quota does not allow it.
Result<void> reserveUpload(Session &session, const Upload &upload, UploadQuota quota);
/// Marks the upload as complete and sets its true size. Error::NotFound: it was removed meanwhile.
Result<void> completeUpload(Session &session, const QByteArray &token, qint64 size);

/// A complete upload of this user that has not expired; otherwise Error::NotFound.
Result<Upload> uploadOf(Session &session, qint64 userId, const QByteArray &token);
/// The user's complete uploads, newest first.
Result<UploadPage> uploadsOf(Session &session, qint64 userId, qint64 offset, int count);

/// Deletes the row and the pieces; the caller then removes the file or the objects, if there are any. False: the user has
/// no such upload.
Result<bool> removeUpload(Session &session, qint64 userId, const QByteArray &token);
/// Deletes the row and the pieces of an upload that was not completed. False: there is no such row.
Result<bool> dropUpload(Session &session, const QByteArray &token);

/// Extends the lifetime of uploads that drafts use to at least `keepUntil`. Deletes expired uploads and uploads
/// of deleted users.
Result<void> expireUploads(Session &session, qint64 keepUntil);

/**
 * Deletes the rows of uploads that stopped without an error, and whose content is a file: neither started nor
 * written to since `staleBefore`. `files` are the existing files, listed before this call, with the time of
 * their last change. Returns the files that have no row any more and have to be removed.
 */
Result<QList<QByteArray>> sweepUploads(Session &session, const QHash<QByteArray, qint64> &files,
                                       qint64 staleBefore);

/// The folder of a store in which the uploads of this database are, so that databases may share a store. Made at the
/// first call, in the caller's transaction. A copy of the database has the same.
Result<QByteArray> uploadsFolder(Session &session);

/// All uploads, also incomplete ones.
Result<QSet<QByteArray>> uploadTokens(Session &session);

} // namespace Store
