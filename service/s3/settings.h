// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QUrl>

/** Objects in a store that speaks the S3 protocol: AWS, MinIO, Garage, Ceph, Swift. */
namespace S3 {

/** A bucket, and the key that opens it, as the administrator configured them. */
struct Settings {
    QUrl url; ///< from storeUrl()
    QByteArray bucket;
    QByteArray region;
    QByteArray accessKey;
    QByteArray secretKey;
    QByteArray prefix; ///< of all keys, ends with a slash; empty: none
};

/// http or https, a host, a port if needed, no path. BadRequest: why not, as the end of a sentence.
Result<QUrl> storeUrl(const QString &text);

/// Names that need no escapes in a path. The store may have stricter rules.
bool isBucketName(QByteArrayView name);
bool isRegion(QByteArrayView name);
/// Folders separated by slashes, none at the beginning, with or without one at the end.
bool isPrefix(QByteArrayView prefix);
/// Visible ASCII, because it is sent in a header.
bool isAccessKey(QByteArrayView key);

} // namespace S3
