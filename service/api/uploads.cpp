// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/uploads.h"

#include "api/failure.h"
#include "api/filetype.h"
#include "api/uploadfile.h"
#include "api/uploadobjects.h"
#include "common/timestamp.h"
#include "http/query.h"
#include "mime/filenameparameter.h"
#include "store/db/transaction.h"
#include "store/people/uploadpieces.h"

#include <QLoggingCategory>

#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

Q_LOGGING_CATEGORY(logUploads, "postrider.api.uploads", QtInfoMsg)

constexpr auto sweepEvery = 10min;
/// An incomplete upload without a write for this time was left by a killed service: the connections of
/// clients slower than 16 KiB/s are closed much earlier.
constexpr auto staleAfter = 10min;

void writeUpload(Json::Writer &json, const Store::Upload &upload)
{
    json.beginObject().key("id").value(AttachmentStore::uploadReference(upload.token));
    json.key("filename").value(upload.filename);
    json.key("contentType").value(upload.contentType).key("size").value(upload.size);
    json.key("expiresAt").value(Timestamp::toIso(upload.expiresAt)).endObject();
}

Json::Bytes uploadJson(const Store::Upload &upload)
{
    Json::Writer json;
    writeUpload(json, upload);
    return json.take();
}

Result<Json::Bytes, ApiFailure> listUploads(const Http::Request &request, Store::Session &session)
{
    Http::Query query(request.query);
    const Http::Page page = query.page();
    if (query.failure())
        return *query.failure();
    const Result<Store::UploadPage> found =
        Store::uploadsOf(session, request.userId(), page.offset(), page.size);
    if (!found)
        return storageFailure(found.error());
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::Upload &upload : found->items)
        writeUpload(json, upload);
    json.endArray().key("total").value(found->total).key("page").value(page.number);
    return json.key("pageSize").value(page.size).endObject().take();
}

ApiFailure uploadFailure(const Error &error)
{
    if (error.code == Error::Code::Conflict)
        return { .error = ApiError::AttachmentsTooLarge,
                 .message =
                     u"Your uploads that are not sent yet are too large in total; delete some."_s };
    if (error.code
        == Error::Code::NotFound) // removed while it was received: the client may try again
        return storageFailure({ Error::Code::Storage, error.message });
    return storageFailure(error);
}

/// The Content-Length of the request; nothing: it has none.
std::optional<qint64> announced(const Http::Request &request)
{
    bool isNumber = false;
    const qint64 bytes = request.header("content-length").toLongLong(&isNumber);
    return isNumber ? std::optional(bytes) : std::nullopt;
}

} // namespace

Uploads::Uploads(Store::Database &database, QThreadPool &pool, const AttachmentStore &files,
                 Options options, QObject *parent)
    : QObject(parent), m_database(database), m_pool(pool), m_files(files),
      m_store(UploadStore::made(database, pool, files.uploadFolder(), options.bucket)),
      m_options(options), m_timer(this)
{
    m_timer.setInterval(sweepEvery);
    connect(&m_timer, &QTimer::timeout, this, [this] { sweep(); });
    if (m_options.bucket)
        m_objects.emplace(database, *m_options.bucket, this);
}

void Uploads::addRoutes(Http::Router &router)
{
    const Handlers handlers(m_database);
    router.add("POST", "/api/v1/attachments",
               { .media = Http::Media::Any,
                 .bodyLimit = std::numeric_limits<qint64>::max(), // Incoming checks the limit
                 .upload = [this](const Http::Request &request, const Http::Reply &reply) {
                     return begin(request, reply);
                 } });
    router.add("GET", "/api/v1/attachments", { .handler = handlers.reading(listUploads) });
    router.add("DELETE", "/api/v1/attachments/:upload",
               { .handler = handlers.writing(
                     [this](const Http::Request &request, Store::Session &session) {
                         return remove(request, session);
                     }) });
}

std::unique_ptr<Http::BodySink> Uploads::begin(const Http::Request &request,
                                               const Http::Reply &reply)
{
    Http::Query query(request.query);
    const QString filename = Mime::bareFileName(query.text("filename"_L1).value_or(QString()));
    if (filename.isEmpty())
        query.fail("filename"_L1, u"must contain the name of the file"_s);
    if (query.failure()) {
        reply.fail(*query.failure());
        return nullptr;
    }
    const qint64 most = m_files.maxBytes();
    const qint64 size = announced(request).value_or(most);
    if (most > 0 && size > most) {
        reply.fail(failed(ApiError::AttachmentsTooLarge));
        return nullptr;
    }
    Store::Upload upload;
    upload.token = Store::newUploadToken();
    upload.userId = request.userId();
    upload.filename = filename;
    upload.contentType = statedType(request.header("content-type"));
    if (upload.contentType.isEmpty())
        upload.contentType = fileType(filename);
    upload.size = size;
    m_store->setPlace(upload);
    auto incoming = std::make_shared<Incoming>(reply, most);
    receive(incoming, upload);
    return Incoming::sinkOf(incoming);
}

QCoro::Task<> Uploads::receive(std::shared_ptr<Incoming> incoming, Store::Upload upload)
{
    const Result<Store::Upload> reserved = co_await reserve(upload);
    if (!reserved) {
        incoming->reply().fail(uploadFailure(reserved.error()));
        co_return;
    }
    upload = *reserved;
    const std::shared_ptr<UploadWriter> writer = m_store->writer(upload.token);
    const Result<void> stored = co_await store(incoming, writer);
    upload.size = incoming->bytes();
    if (stored) {
        const Result<void> completed = co_await complete(upload.token, upload.size);
        if (completed) {
            incoming->reply().send(Http::Response::data(uploadJson(upload), "uploaded", 201));
            co_return;
        }
        incoming->reply().fail(uploadFailure(completed.error()));
        const Result<bool> dropped = co_await dropRow(upload.token);
        const bool isUnknown = completed.error().code == Error::Code::OutcomeUnknown;
        const bool mayBeComplete = !dropped || (isUnknown && !*dropped);
        if (!mayBeComplete) {
            removeFiles({ upload.token });
            removeObjects(upload.token);
        }
        co_return;
    }
    if (stored.error().code != Error::Code::Cancelled)
        incoming->reply().fail(uploadFailure(stored.error()));
    co_await writer->discard(); // first, to free space: on a full disk the row cannot be deleted
    co_await dropRow(upload.token);
}

QCoro::Task<Result<Store::Upload>> Uploads::reserve(Store::Upload upload)
{
    auto note = [upload, options = m_options](Store::Session &session) -> Result<Store::Upload> {
        Store::Upload reserved = upload;
        reserved.createdAt = session.now();
        reserved.expiresAt = reserved.createdAt + options.life.count();
        Store::Transaction transaction(session);
        RETURN_IF_ERROR(Store::reserveUpload(session, reserved, options.quota));
        if (!reserved.isFile()) {
            RETURN_IF_ERROR(Store::touchUpload(session, reserved.token));
        }
        return transaction.commit(reserved);
    };
    Result<Store::Upload> reserved = co_await m_database.writing(std::move(note));
    co_return reserved;
}

/// Error::Cancelled: the client left, or its upload was refused already.
QCoro::Task<Result<void>> Uploads::store(std::shared_ptr<Incoming> incoming,
                                         std::shared_ptr<UploadWriter> writer)
{
    const Result<void> begun = co_await writer->begin();
    CO_RETURN_IF_ERROR(begun);
    for (;;) {
        const std::optional<QByteArray> piece = co_await incoming->next();
        if (!piece)
            co_return Error{ Error::Code::Cancelled, u"The client closed the connection."_s };
        if (piece->isEmpty())
            break;
        const Result<void> written = co_await writer->write(*piece);
        CO_RETURN_IF_ERROR(written);
    }
    const Result<void> finished = co_await writer->finish();
    co_return finished;
}

QCoro::Task<Result<void>> Uploads::complete(QByteArray token, qint64 size)
{
    auto note = Store::inTransaction([token, size](Store::Session &session) {
        return Store::completeUpload(session, token, size);
    });
    Result<void> completed = co_await m_database.writing(std::move(note));
    co_return completed;
}

// If this fails, a sweep removes the row and the file later. False: there is no row that is not complete.
QCoro::Task<Result<bool>> Uploads::dropRow(QByteArray token)
{
    auto drop = Store::inTransaction(
        [token](Store::Session &session) { return Store::dropUpload(session, token); });
    Result<bool> dropped = co_await m_database.writing(std::move(drop));
    co_return dropped;
}

Result<Change, ApiFailure> Uploads::remove(const Http::Request &request, Store::Session &session)
{
    const auto token = AttachmentStore::uploadToken(request.texts.first());
    if (!token)
        return failed(ApiError::AttachmentNotFound);
    Store::Transaction transaction(session);
    const Result<bool> removed = Store::removeUpload(session, request.userId(), *token);
    if (!removed)
        return storageFailure(removed.error());
    if (!*removed)
        return failed(ApiError::AttachmentNotFound);
    const Result<void> done = transaction.commit();
    if (!done)
        return storageFailure(done.error());
    removeFiles({ *token });
    QMetaObject::invokeMethod(this, [this, token = *token] { removeObjects(token); });
    return Change{ .message = "deleted" };
}

void Uploads::startSweeping(std::function<bool()> isFirst)
{
    const Result<void> made = makeUploadFolder(m_files.uploadFolder());
    if (!made)
        qCWarning(logUploads).noquote() << made.error().message;
    m_timer.start();
    sweep();
    if (m_objects)
        m_objects->start(std::move(isFirst));
}

void Uploads::stop()
{
    m_timer.stop();
    if (m_objects)
        m_objects->stop();
}

QCoro::Task<> Uploads::sweep()
{
    // Lists the files before the rows are read, so that each listed file that is in use has a row.
    auto list = [folder = m_files.uploadFolder()] {
        return uploadFiles(folder);
    };
    const QHash<QByteArray, qint64> files = co_await Async::onPool(&m_pool, std::move(list));
    auto forget = Store::inTransaction(
        [files, life = m_options.life](Store::Session &session) -> Result<QList<QByteArray>> {
            const qint64 staleBefore = session.now() - std::chrono::seconds(staleAfter).count();
            RETURN_IF_ERROR(Store::expireUploads(session, session.now() + life.count()));
            RETURN_IF_ERROR(Store::dropStaleUploads(session, staleAfter));
            return Store::sweepUploads(session, files, staleBefore);
        });
    const Result<QList<QByteArray>> strangers = co_await m_database.writingLater(std::move(forget));
    if (strangers) // otherwise the next sweep tries again
        removeFiles(*strangers);
}

QString Uploads::pathOf(const QByteArray &token) const
{
    return m_files.uploadFolder() + u'/' + QString::fromLatin1(token);
}

void Uploads::removeFiles(const QList<QByteArray> &tokens) const
{
    for (const QByteArray &token : tokens)
        m_pool.start([path = pathOf(token)] { QFile::remove(path); });
}

/// Uploads that were stored elsewhere have no objects. If this fails, a sweep removes them.
QCoro::Task<> Uploads::removeObjects(QByteArray token)
{
    if (!m_options.bucket)
        co_return;
    const Result<void> removed = co_await removeUploadObjects(*m_options.bucket, token);
    if (!removed)
        qCWarning(logUploads).noquote() << removed.error().message;
}

} // namespace Api
