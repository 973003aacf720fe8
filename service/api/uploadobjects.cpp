// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/uploadobjects.h"

#include "store/people/uploads.h"

#include <algorithm>

namespace Api {

namespace {

constexpr int digits = 8;

} // namespace

QByteArray uploadObjectKey(const QByteArray &token, int position)
{
    return token + '/' + QByteArray::number(position).rightJustified(digits, '0');
}

qsizetype uploadObjectSize(qint64 uploadSize, int position)
{
    const qint64 left = uploadSize - qint64(position) * uploadObjectBytes;
    return qsizetype(std::clamp(left, qint64(0), qint64(uploadObjectBytes)));
}

std::optional<QByteArray> uploadOfFolder(const QByteArray &folder)
{
    const QByteArray token = folder.chopped(folder.endsWith('/') ? 1 : 0);
    return Store::isUploadToken(token) ? std::optional(token) : std::nullopt;
}

QCoro::Task<Result<void>> removeUploadObjects(S3::Bucket &bucket, QByteArray token)
{
    for (QByteArray after;;) {
        const Result<S3::Listing> page = co_await bucket.keys(token + '/', after);
        CO_RETURN_IF_ERROR(page);
        for (const QByteArray &key : page->keys) {
            const Result<void> removed = co_await bucket.remove(key);
            CO_RETURN_IF_ERROR(removed);
        }
        after = page->next;
        if (after.isEmpty())
            co_return Result<void>();
    }
}

} // namespace Api
