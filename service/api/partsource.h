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

/// Where something that is not in memory is copied from.
using PartSource = std::variant<Sync::PartWanted, StoredRange>;

/// What the part of an outline lacks; nothing: it is all there.
std::optional<StoredRange> cutOut(qint64 mailId, const QByteArray &cuts, const Mime::Part &part);

} // namespace Api
