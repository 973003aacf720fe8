// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/outline.h"
#include "mime/part.h"
#include "sync/partwanted.h"

#include <variant>

namespace Api {

/** Bytes of a mail that is kept in pieces. */
struct StoredRange {
    qint64 mailId = 0;
    qint64 begin = 0;
    qint64 length = std::numeric_limits<qint64>::max(); ///< at most
    Mime::Encoding encoding = Mime::Encoding::Identity; ///< undone on the way
};

/** An upload that is not a file. */
struct StoredUpload {
    QByteArray token;
    qint64 size = 0;
    bool isInS3 = false; ///< else in the database
};

/// The source of data that is not in memory.
using PartSource = std::variant<Sync::PartWanted, StoredRange, StoredUpload>;

/// The data that the part of an outline lacks; nothing: the part is complete.
std::optional<StoredRange> cutOut(qint64 mailId, const QByteArray &cuts, const Mime::Part &part);

} // namespace Api
