// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attachmentstore.h"

#include "api/confinedfile.h"
#include "api/failure.h"
#include "api/filetype.h"
#include "api/handlers.h"
#include "store/people/uploads.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr auto uploadPrefix = "upload:"_L1;
// Not a possible name of a user's folder (a user id), because the sweep removes unknown files here.
constexpr auto uploadsBelow = ".postrider-uploads"_L1;

} // namespace

QString AttachmentStore::uploadFolder() const
{
    return m_options.folder + u'/' + uploadsBelow;
}

QString AttachmentStore::uploadReference(const QByteArray &token)
{
    return uploadPrefix + QString::fromLatin1(token);
}

std::optional<QByteArray> AttachmentStore::uploadToken(const QString &reference)
{
    if (!reference.startsWith(uploadPrefix))
        return std::nullopt;
    const QByteArray token = reference.mid(uploadPrefix.size()).toUtf8();
    return Store::isUploadToken(token) ? std::optional(token) : std::nullopt;
}

bool AttachmentStore::isReference(const QString &reference)
{
    return uploadToken(reference).has_value() || isConfinedPath(reference);
}

Result<OpenedAttachment, ApiFailure> AttachmentStore::open(Store::Session &session, qint64 userId,
                                                           const QString &reference) const
{
    if (const auto token = uploadToken(reference))
        return openUpload(session, userId, *token);
    return opened(openConfined(m_options.folder, QString::number(userId), reference),
                  reference.section(u'/', -1), {});
}

Result<OpenedAttachment, ApiFailure>
AttachmentStore::openUpload(Store::Session &session, qint64 userId, const QByteArray &token) const
{
    const Result<Store::Upload> upload = Store::uploadOf(session, userId, token);
    if (!upload)
        return failedLookup(upload.error(), ApiError::AttachmentNotAllowed);
    if (!upload->isFile())
        return OpenedAttachment{
            upload->filename, upload->contentType, upload->size, nullptr, token, upload->isInS3
        };
    return opened(openConfined(m_options.folder, uploadsBelow, QString::fromLatin1(token)),
                  upload->filename, upload->contentType);
}

Result<OpenedAttachment, ApiFailure>
AttachmentStore::opened(std::shared_ptr<QFile> file, QString filename, QByteArray contentType) const
{
    if (!file)
        return failed(ApiError::AttachmentNotAllowed);
    const qint64 size = file->size();
    if (m_options.maxBytes > 0 && size > m_options.maxBytes)
        return failed(ApiError::AttachmentsTooLarge);
    if (contentType.isEmpty())
        contentType = fileType(filename);
    return OpenedAttachment{ std::move(filename), std::move(contentType), size, std::move(file) };
}

} // namespace Api
