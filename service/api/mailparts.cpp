// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mailparts.h"

#include "api/failure.h"
#include "api/handlers.h"
#include "mime/reader.h"
#include "store/lists/maildetail.h"
#include "store/mail/attachments.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

/// Where the content of the part is, if the stored message lacks it; nothing: the message has it.
std::optional<PartSource> elsewhere(const Store::MailDetail &mail,
                                    const Store::Attachment &attachment, const Mime::Part &part)
{
    if (const auto inPieces = cutOut(mail.row.id, mail.cuts, part))
        return *inPieces;
    const bool isOutline = mail.row.bodyState == Store::BodyState::OnDemand;
    if (!isOutline || !part.isSection())
        return {};
    Sync::PartWanted wanted;
    wanted.accountId = mail.row.accountId;
    wanted.folderId = mail.row.folderId;
    wanted.uid = mail.row.uid;
    wanted.section = attachment.partPath;
    wanted.encoding = part.encoding;
    return wanted;
}

/** Collects the files of one mail within the limits. */
class PartReader
{
public:
    PartReader(Store::Session &session, const Store::Viewer &viewer, PartLimits limits)
        : m_session(session), m_viewer(viewer), m_limits(limits)
    {
    }

    std::optional<ApiFailure> addFile(const Result<OpenedAttachment, ApiFailure> &opened,
                                      const QString &cid);
    std::optional<ApiFailure> addForwarded(qint64 attachmentId);
    std::optional<ApiFailure> addAnswered(qint64 mailId);

    MailParts parts;

private:
    std::optional<ApiFailure> addPart(const Store::MailDetail &mail,
                                      const Store::Attachment &attachment);

    Store::Session &m_session;
    const Store::Viewer m_viewer;
    const PartLimits m_limits;
    qint64 m_bytes = 0;
    int m_files = 0;
};

std::optional<ApiFailure> PartReader::addFile(const Result<OpenedAttachment, ApiFailure> &opened,
                                              const QString &cid)
{
    RETURN_IF_ERROR(opened);
    m_bytes += opened->size;
    if (++m_files > m_limits.files || m_bytes > m_limits.bytes)
        return failed(ApiError::AttachmentsTooLarge);
    Mime::OutgoingFile file;
    file.filename = opened->filename;
    file.contentType = opened->contentType;
    file.contentId = cid.toUtf8();
    file.device = opened->file;
    file.size = opened->size;
    if (!opened->file)
        parts.toCopy.append({ parts.files.size(), "upload-" + opened->token,
                              StoredUpload{ opened->token, opened->size, opened->isInS3 } });
    parts.files.append(std::move(file));
    return {};
}

std::optional<ApiFailure> PartReader::addForwarded(qint64 attachmentId)
{
    const Result<Store::Attachment> attachment =
        Store::attachmentById(m_session, attachmentId, m_viewer);
    if (!attachment)
        return failedLookup(attachment.error(), ApiError::AttachmentNotFound);
    const Result<Store::MailDetail> mail =
        Store::mailDetail(m_session, attachment->mailId, m_viewer);
    if (!mail)
        return failedLookup(mail.error(), ApiError::AttachmentNotFound);
    if (!mail->raw) {
        parts.missing.append(mail->row);
        return {};
    }
    return addPart(*mail, *attachment);
}

std::optional<ApiFailure> PartReader::addPart(const Store::MailDetail &mail,
                                              const Store::Attachment &attachment)
{
    const Mime::Message message = Mime::Reader::parse(*mail.raw);
    const Mime::Part *part = message.partAt(attachment.partPath);
    if (!part)
        return failed(ApiError::AttachmentNotFound);
    Mime::OutgoingFile file;
    file.filename = attachment.filename;
    file.contentType = attachment.contentType;
    if (const auto source = elsewhere(mail, attachment, *part)) {
        parts.toCopy.append({ parts.files.size(), QByteArray::number(attachment.id), *source });
        m_bytes += attachment.size.value_or(0);
    } else {
        file.content = message.decodedContent(*part);
        m_bytes += file.content.size();
    }
    if (++m_files > m_limits.files || m_bytes > m_limits.bytes)
        return failed(ApiError::AttachmentsTooLarge);
    parts.files.append(std::move(file));
    return {};
}

// RFC 5322 3.6.4: the references of the answered mail, followed by its Message-ID.
std::optional<ApiFailure> PartReader::addAnswered(qint64 mailId)
{
    const Result<Store::MailDetail> mail = Store::mailDetail(m_session, mailId, m_viewer);
    if (!mail)
        return failedLookup(mail.error(), ApiError::MailNotFound);
    parts.inReplyTo = mail->row.messageId;
    if (mail->raw) {
        const Mime::Headers headers = Mime::Headers::parse(*mail->raw);
        parts.references = headers.messageIds("References");
        const QList<QByteArray> answered = headers.messageIds("In-Reply-To");
        if (parts.references.isEmpty() && answered.size() == 1)
            parts.references = answered;
    }
    if (!parts.inReplyTo.isEmpty())
        parts.references.append(parts.inReplyTo);
    return {};
}

} // namespace

Result<MailParts, ApiFailure> readMailParts(Store::Session &session, const MailInput &mail,
                                            const AttachmentStore &attachments, qint64 userId,
                                            const Store::Viewer &viewer, PartLimits limits)
{
    PartReader reader(session, viewer, limits);
    if (mail.replyToMailId) {
        if (const auto failure = reader.addAnswered(*mail.replyToMailId))
            return *failure;
    }
    for (const QString &reference : mail.attachments) {
        if (const auto failure = reader.addFile(attachments.open(session, userId, reference), {}))
            return *failure;
    }
    for (const InlineFile &file : mail.inlines) {
        const auto opened = attachments.open(session, userId, file.attachment);
        if (const auto failure = reader.addFile(opened, file.cid))
            return *failure;
    }
    for (const qint64 id : mail.forwardAttachmentIds) {
        if (const auto failure = reader.addForwarded(id))
            return *failure;
    }
    return std::move(reader.parts);
}

} // namespace Api
