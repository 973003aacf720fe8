// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/result.h"

#include <QFile>
#include <QString>

#include <memory>

namespace Store {
class Session;
}

namespace Api {

/** A file that may be sent, opened. Read at most `size` bytes: it may grow meanwhile. */
struct OpenedAttachment {
    QString filename; ///< for the mail: last part of the path, or as uploaded
    QByteArray contentType;
    qint64 size = 0;
    /// At its beginning; belongs to the thread that opened it. Null: an upload that is not a file, to be copied first.
    std::shared_ptr<QFile> file;
    QByteArray token = {}; ///< of such an upload
    bool isInS3 = false;   ///< such an upload
};

/**
 * The files that users may attach to mails: files that an administrator puts into `<folder>/<user
 * id>/`, named by their path in that folder, and uploads of the user, named `upload:<token>`. Any
 * thread.
 */
class AttachmentStore
{
public:
    struct Options {
        QString folder;      ///< `attachments_dir`
        qint64 maxBytes = 0; ///< of one file; 0: no limit
    };

    explicit AttachmentStore(Options options) : m_options(std::move(options)) { }

    /// Whether the reference has a valid form. Drafts need only this check.
    static bool isReference(const QString &reference);

    /**
     * Opens the file that `reference` names. AttachmentNotAllowed, always with the same message: it
     * does not exist, is not a file, or does not belong to this user. AttachmentsTooLarge: the file is
     * larger than the limit. Touches the disk: on a database thread or the pool.
     */
    Result<OpenedAttachment, ApiFailure> open(Store::Session &session, qint64 userId,
                                              const QString &reference) const;

    qint64 maxBytes() const { return m_options.maxBytes; }
    QString uploadFolder() const; ///< where uploads are, each under its token

    static QString uploadReference(const QByteArray &token); ///< `upload:<token>`
    /// The token of such a reference; nothing for other references.
    static std::optional<QByteArray> uploadToken(const QString &reference);

private:
    Result<OpenedAttachment, ApiFailure> openUpload(Store::Session &session, qint64 userId,
                                                    const QByteArray &token) const;
    Result<OpenedAttachment, ApiFailure> opened(std::shared_ptr<QFile> file, QString filename,
                                                QByteArray contentType) const;

    Options m_options;
};

} // namespace Api
