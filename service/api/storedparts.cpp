// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/storedparts.h"

#include "api/uploadobjects.h"
#include "store/mail/bodies.h"
#include "store/mail/piecefile.h"
#include "store/people/uploadpieces.h"
#include "sync/partfile.h"

using namespace Qt::StringLiterals;

namespace Api {

static_assert(Store::uploadPieceBytes == Store::PieceFile::pieceBytes);

QCoro::Task<Result<qint64>> StoredParts::copy(StoredRange from, QString file, Wanted isWanted)
{
    auto read = [mailId = from.mailId](Store::Session &session, int position) {
        return Store::bodyPiece(session, mailId, position);
    };
    Source source = fromDatabase(std::move(read));
    Result<qint64> size = co_await copyPieces(from, std::move(source), std::move(file), isWanted);
    co_return size;
}

QCoro::Task<Result<qint64>> StoredParts::copy(StoredUpload from, QString file, Wanted isWanted)
{
    auto read = [token = from.token](Store::Session &session, int position) {
        return Store::uploadPiece(session, token, position);
    };
    const StoredRange whole{ .length = from.size };
    Source source = from.isInS3 ? fromS3(from) : fromDatabase(std::move(read));
    Result<qint64> size = co_await copyPieces(whole, std::move(source), std::move(file), isWanted);
    co_return size;
}

QCoro::Task<Result<qint64>> StoredParts::copyPieces(StoredRange from, Source source, QString file,
                                                    Wanted isWanted)
{
    constexpr qint64 noLimit = std::numeric_limits<qint64>::max();
    const auto to = std::make_shared<Sync::PartFile>(file, from.encoding, noLimit);
    auto create = [to] {
        return to->create();
    };
    const Result<void> created = co_await Async::onPool(&m_pool, std::move(create));
    CO_RETURN_IF_ERROR(created);
    int position = int(from.begin / source.pieceBytes);
    qint64 skipped = from.begin % source.pieceBytes;
    for (qint64 left = from.length; left > 0; ++position) {
        if (!*isWanted)
            co_return Error{
                Error::Code::Cancelled,
                u"The download was cancelled, because no client waits for the part."_s
            };
        const Result<QByteArray> bytes = co_await source.read(position);
        CO_RETURN_IF_ERROR(bytes);
        if (bytes->isEmpty()) {
            if (position == 0 || from.length < noLimit)
                co_return Error{ Error::Code::NotFound, u"It does not exist any more."_s };
            break;
        }
        const QByteArray wanted = bytes->mid(std::exchange(skipped, 0), left);
        left -= wanted.size();
        auto write = [to, wanted] {
            return to->write(wanted);
        };
        const Result<void> written = co_await Async::onPool(&m_pool, std::move(write));
        CO_RETURN_IF_ERROR(written);
    }
    auto finish = [to] {
        return to->finish();
    };
    Result<qint64> size = co_await Async::onPool(&m_pool, std::move(finish));
    co_return size;
}

StoredParts::Source StoredParts::fromDatabase(ReadPiece read)
{
    const auto next = [this, read = std::move(read)](int position) {
        return piece(read, position);
    };
    return { next, Store::PieceFile::pieceBytes };
}

StoredParts::Source StoredParts::fromS3(const StoredUpload &upload)
{
    const auto next = [this, upload](int position) {
        return object(upload, position);
    };
    return { next, uploadObjectBytes };
}

QCoro::Task<Result<QByteArray>> StoredParts::object(StoredUpload upload, int position)
{
    if (!m_bucket)
        co_return Error{ Error::Code::Storage,
                         u"An upload is in an S3 store, but s3.url is not set."_s };
    const qsizetype size = uploadObjectSize(upload.size, position);
    const QByteArray key = uploadObjectKey(upload.token, position);
    Result<QByteArray> bytes = co_await m_bucket->get(key, size);
    co_return bytes;
}

QCoro::Task<Result<QByteArray>> StoredParts::piece(ReadPiece read, int position)
{
    auto work = [read, position](Store::Session &session) {
        return read(session, position);
    };
    Result<QByteArray> bytes = co_await m_database.reading(std::move(work));
    co_return bytes;
}

} // namespace Api
