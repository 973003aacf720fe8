// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace Store {

class Session;

/** A file that somebody uploaded to attach it to a mail. Its bytes are a file named by the token. */
struct Upload {
    QByteArray token; ///< 32 characters, made by newUploadToken()
    qint64 userId = 0;
    QString filename;
    QByteArray contentType;
    qint64 size = 0; ///< bytes; while it is received: how many it may become
    qint64 createdAt = 0;
    qint64 expiresAt = 0;

    friend bool operator==(const Upload &, const Upload &) = default;
};

struct UploadPage {
    QList<Upload> items;
    qint64 total = 0; ///< of all pages
    qint64 bytes = 0; ///< of all of them together

    friend bool operator==(const UploadPage &, const UploadPage &) = default;
};

/** How much one user may have uploaded at the same time; 0: no limit. */
struct UploadQuota {
    qint64 bytes = 0;
    qint64 files = 0;
};

QByteArray newUploadToken(); ///< random; where a file of that name is stays a secret
bool isUploadToken(QByteArrayView text);

/// Notes an upload that is about to be received, before its file is made, so that no file is ever
/// without a row. Error::Conflict: the quota does not allow it.
Result<void> reserveUpload(Session &session, const Upload &upload, UploadQuota quota);
/// The upload is complete, with its true size. Error::NotFound: it was removed meanwhile.
Result<void> completeUpload(Session &session, const QByteArray &token, qint64 size);

/// A complete upload of this user that has not expired. Error::NotFound otherwise.
Result<Upload> uploadOf(Session &session, qint64 userId, const QByteArray &token);
/// Complete ones, newest first.
Result<UploadPage> uploadsOf(Session &session, qint64 userId, qint64 offset, int count);

/// Forgets it; its file is then to be removed. False: the user has no such upload.
Result<bool> removeUpload(Session &session, qint64 userId, const QByteArray &token);
/// Forgets one that was not completed.
Result<void> dropUpload(Session &session, const QByteArray &token);

/**
 * Those that drafts name live until `keepUntil` at least. Forgets what nobody can want any more: expired ones, those of users that are gone, and those whose
 * receiving ended without a word: neither begun nor written to since `staleBefore`. `files` are the
 * files there are, listed before this, with the time of their last change. Answers which of these
 * have no row any more and are to be removed.
 */
Result<QList<QByteArray>> sweepUploads(Session &session, const QHash<QByteArray, qint64> &files,
                                       qint64 staleBefore, qint64 keepUntil);

} // namespace Store
