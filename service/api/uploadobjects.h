// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "s3/bucket.h"

#include <optional>

namespace Api {

/// Bytes of each object of an upload but the last, which is shorter. Uploads of another size cannot be read any more.
constexpr qsizetype uploadObjectBytes = 2 * 1024 * 1024;

/// The object at this position of an upload, from 0.
QByteArray uploadObjectKey(const QByteArray &token, int position);

/// The size of the object at this position; 0: there is none.
qsizetype uploadObjectSize(qint64 uploadSize, int position);

/// The upload of a folder from Bucket::folders(); nothing: it was not made by this service.
std::optional<QByteArray> uploadOfFolder(const QByteArray &folder);

/// Removes all objects of an upload. What remains after an error is removed by a sweep.
QCoro::Task<Result<void>> removeUploadObjects(S3::Bucket &bucket, QByteArray token);

} // namespace Api
