// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/s3uploads.h"

#include "api/uploadobjects.h"
#include "store/db/database.h"
#include "store/people/uploadpieces.h"

#include <QDeadlineTimer>

using namespace std::chrono_literals;

namespace Api {

namespace {

constexpr auto touchEvery = 1min; // a slow client takes longer than that for an object

class S3Writer : public UploadWriter
{
public:
    S3Writer(Store::Database &database, S3::Bucket &bucket, QByteArray token)
        : m_database(database), m_bucket(bucket), m_token(std::move(token))
    {
    }

    QCoro::Task<Result<void>> begin() override;
    QCoro::Task<Result<void>> write(QByteArray bytes) override;
    QCoro::Task<Result<void>> finish() override;
    QCoro::Task<> discard() override;

private:
    QCoro::Task<Result<void>> touch();
    QCoro::Task<Result<void>> add(QByteArray object);

    Store::Database &m_database;
    S3::Bucket &m_bucket;
    const QByteArray m_token;
    QByteArray m_rest; ///< less than an object
    int m_position = 0;
    QDeadlineTimer m_touch{ touchEvery };
};

QCoro::Task<Result<void>> S3Writer::begin()
{
    co_return Result<void>();
}

QCoro::Task<Result<void>> S3Writer::write(QByteArray bytes)
{
    m_rest += bytes;
    if (m_touch.hasExpired()) {
        const Result<void> touched = co_await touch();
        CO_RETURN_IF_ERROR(touched);
    }
    while (m_rest.size() >= uploadObjectBytes) {
        const Result<void> added = co_await add(m_rest.first(uploadObjectBytes));
        CO_RETURN_IF_ERROR(added);
        m_rest.remove(0, uploadObjectBytes);
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> S3Writer::finish()
{
    if (m_rest.isEmpty())
        co_return Result<void>();
    const QByteArray rest = std::exchange(m_rest, {});
    const Result<void> added = co_await add(rest);
    co_return added;
}

// Not waited for, because the store may be away. A sweep removes what remains.
QCoro::Task<> S3Writer::discard()
{
    removeUploadObjects(m_bucket, m_token);
    co_return;
}

/// Notes in the row that the upload goes on, so that a sweep leaves its objects alone.
QCoro::Task<Result<void>> S3Writer::touch()
{
    m_touch.setRemainingTime(std::chrono::milliseconds(touchEvery));
    auto note = [token = m_token](Store::Session &session) {
        return Store::touchUpload(session, token);
    };
    const Result<void> touched = co_await m_database.writingSoon(std::move(note));
    co_return touched;
}

QCoro::Task<Result<void>> S3Writer::add(QByteArray object)
{
    const Result<void> touched = co_await touch();
    CO_RETURN_IF_ERROR(touched);
    const QByteArray key = uploadObjectKey(m_token, m_position++);
    const Result<void> stored = co_await m_bucket.put(key, std::move(object));
    if (!stored && stored.error().code == Error::Code::NotFound)
        co_return Error{ Error::Code::Storage, stored.error().message };
    co_return stored;
}

} // namespace

std::unique_ptr<UploadWriter> S3Uploads::writer(const QByteArray &token)
{
    return std::make_unique<S3Writer>(m_database, m_bucket, token);
}

} // namespace Api
