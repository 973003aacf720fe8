// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attachments.h"

#include "api/mailjson.h"
#include "http/disposition.h"
#include "http/query.h"
#include "http/spool.h"
#include "mime/attachmentname.h"
#include "mime/filenameparameter.h"
#include "mime/reader.h"
#include "store/db/transaction.h"
#include "store/mail/attachments.h"

#include <QIODevice>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

/** A part as it is in the stored message, with its content if the message contains it. */
struct Decoded {
    bool isKnown = false;
    Mime::Encoding encoding = Mime::Encoding::Identity;
    std::shared_ptr<QIODevice> device; ///< null: not in the stored message, or the disk is full
    qint64 size = 0;
    std::optional<StoredRange> inPieces; ///< the place of the content, if it is stored in pieces
};

Decoded decodedPart(const Store::MailDetail &mail, const QByteArray &path, QThread *home)
{
    const bool isOutline = mail.row.bodyState == Store::BodyState::OnDemand;
    const Mime::Message message = Mime::Reader::parse(mail.raw.value_or(QByteArray()));
    const Mime::Part *part = message.partAt(path);
    if (!part)
        return {};
    Decoded decoded{ .isKnown = true, .encoding = part->encoding };
    if (isOutline && part->isSection())
        return decoded;
    decoded.inPieces = cutOut(mail.row.id, mail.cuts, *part);
    if (decoded.inPieces)
        return decoded;
    const QByteArray bytes = message.decodedContent(*part);
    decoded.device = Http::spooled(bytes, home);
    decoded.size = bytes.size();
    return decoded;
}

/// The image type that a browser can show without running scripts; empty: it is not such an image.
QByteArray harmlessType(const QByteArray &contentType)
{
    static const QList<QByteArray> images{ "image/png", "image/jpeg", "image/gif", "image/webp" };
    if (contentType == "image/jpg" || contentType == "image/pjpeg")
        return "image/jpeg";
    return images.contains(contentType) ? contentType : QByteArray();
}

QString nameOf(const Store::Attachment &attachment)
{
    const QString name = Mime::bareFileName(attachment.filename);
    if (!name.isEmpty())
        return name;
    // Mails that were stored before Mime::Reader gave names to such files have an empty name.
    return Mime::attachmentName(attachment.contentType);
}

Http::Response answerWith(const Store::Attachment &attachment, const PartCache::File &content,
                          bool isInline)
{
    const QByteArray image = harmlessType(attachment.contentType);
    const bool isImage = !image.isEmpty();
    const QByteArray type = isImage ? image : "application/octet-stream";
    const QByteArray kind = isImage && isInline ? "inline" : "attachment";
    return Http::Response::file(type, content.device, content.size)
        .with("Content-Disposition", Http::contentDisposition(kind, nameOf(attachment)))
        // The file of an id never changes, so a client may resume a download with this tag.
        .with("ETag", "\"attachment-" + QByteArray::number(attachment.id) + '"');
}

QByteArray cacheName(const Store::Attachment &attachment)
{
    return QByteArray::number(attachment.id);
}

ApiFailure gone()
{
    return { .error = ApiError::ImapUnreachable,
             .message = u"The mail is too large to be stored here, and the mail server does not "
                        "have it any more."_s };
}

} // namespace

void Attachments::addRoutes(Http::Router &router)
{
    router.add("GET", "/api/v1/attachments/mail/:mailId",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   listOf(request, reply);
               } });
    router.add("GET", "/api/v1/attachments/:id/download",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   download(request, reply);
               } });
}

QCoro::Task<> Attachments::listOf(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const Result<MailLoader::Found, ApiFailure> found =
        co_await m_with.loader.load(request.id(), viewer, MailLoader::Into::Memory);
    if (found)
        reply.send(Http::Response::data(attachmentsJson(found->mail.attachments)));
    else
        reply.fail(found.error());
}

QCoro::Task<> Attachments::download(Http::Request request, Http::Reply reply)
{
    Http::Query query(request.query);
    const bool isInline = query.boolean("inline"_L1).value_or(false);
    if (query.failure()) {
        reply.fail(*query.failure());
        co_return;
    }
    Wanted wanted;
    wanted.id = request.id();
    wanted.viewer = m_with.access.viewer(request);
    wanted.isInline = isInline;
    const Result<Http::Response, ApiFailure> answer = co_await content(wanted, reply);
    if (answer)
        reply.send(*answer);
    else
        reply.fail(answer.error());
}

QCoro::Task<Result<Http::Response, ApiFailure>> Attachments::content(Wanted wanted,
                                                                     Http::Reply reply)
{
    Result<Place, ApiFailure> place = co_await find(wanted.id, wanted.viewer);
    CO_RETURN_IF_ERROR(place);
    const Store::Attachment attachment = place->attachment;
    if (wanted.ofMail != 0 && wanted.ofMail != attachment.mailId)
        co_return failed(ApiError::AttachmentNotFound);
    const Result<PartCache::File, ApiFailure> bytes = co_await bytesOf(std::move(*place), reply);
    CO_RETURN_IF_ERROR(bytes);
    co_return answerWith(attachment, *bytes, wanted.isInline);
}

QCoro::Task<Result<Attachments::Place, ApiFailure>> Attachments::find(qint64 id,
                                                                      Store::Viewer viewer)
{
    auto find = [id, viewer](Store::Session &session) {
        return Store::attachmentById(session, id, viewer);
    };
    const Result<Store::Attachment> attachment = co_await m_with.database.reading(std::move(find));
    if (!attachment)
        co_return failedLookup(attachment.error(), ApiError::AttachmentNotFound);
    Result<MailLoader::Found, ApiFailure> found =
        co_await m_with.loader.load(attachment->mailId, viewer, MailLoader::Into::Memory);
    if (!found && found.error().error == ApiError::MailNotFound)
        co_return failed(ApiError::AttachmentNotFound);
    CO_RETURN_IF_ERROR(found);
    // If the mail was fetched just now, it may turn out not to have this part.
    for (const Store::Attachment &one : std::as_const(found->mail.attachments)) {
        if (one.id == id)
            co_return Place{ std::move(found->mail), one };
    }
    co_return failed(ApiError::AttachmentNotFound);
}

QCoro::Task<Result<PartCache::File, ApiFailure>> Attachments::bytesOf(Place place,
                                                                      Http::Reply reply)
{
    const bool isOutline = place.mail.row.bodyState == Store::BodyState::OnDemand;
    auto decode = [mail = place.mail, path = place.attachment.partPath, home = thread()] {
        return decodedPart(mail, path, home);
    };
    place.mail.raw.reset();
    const Decoded decoded = co_await Async::onPool(&m_with.pool, std::move(decode));
    if (decoded.device)
        co_return PartCache::File{ decoded.device, decoded.size };
    if (decoded.inPieces) {
        Result<PartCache::File, ApiFailure> part = co_await copied(place, *decoded.inPieces, reply);
        co_return part;
    }
    if (decoded.isKnown && !isOutline)
        co_return failed(ApiError::StorageFull);
    if (!decoded.isKnown)
        co_return isOutline ? gone() : failed(ApiError::AttachmentNotFound);
    Result<PartCache::File, ApiFailure> part = co_await fetched(place, decoded.encoding, reply);
    co_return part;
}

QCoro::Task<Result<PartCache::File, ApiFailure>>
Attachments::fetched(Place place, Mime::Encoding encoding, Http::Reply reply)
{
    const Store::MailRow &mail = place.mail.row;
    if (!mail.isOnServer())
        co_return gone();
    Sync::PartWanted wanted;
    wanted.accountId = mail.accountId;
    wanted.folderId = mail.folderId;
    wanted.uid = mail.uid;
    wanted.section = place.attachment.partPath;
    wanted.encoding = encoding;
    const Result<PartCache::File> part =
        co_await m_with.cache.get(cacheName(place.attachment), wanted, reply);
    if (!part)
        co_return fetchFailure(part.error());
    noteSize(place.attachment, part->size);
    co_return *part;
}

QCoro::Task<Result<PartCache::File, ApiFailure>> Attachments::copied(Place place, StoredRange range,
                                                                     Http::Reply reply)
{
    const Result<PartCache::File> part =
        co_await m_with.cache.get(cacheName(place.attachment), range, reply);
    if (!part && part.error().code == Error::Code::NotFound)
        co_return failed(ApiError::AttachmentNotFound);
    if (!part)
        co_return fetchFailure(part.error());
    co_return *part;
}

// Stores the exact size for lists. Nothing else depends on it, so a failure is ignored.
void Attachments::noteSize(const Store::Attachment &attachment, qint64 size) const
{
    if (attachment.size == size)
        return;
    auto note = Store::inTransaction([id = attachment.id, size](Store::Session &session) {
        return Store::setAttachmentSize(session, id, size);
    });
    m_with.database.writeLater(std::move(note));
}

} // namespace Api
