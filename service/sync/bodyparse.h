// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/bodies.h"
#include "store/search/index/searchdocument.h"

#include <QByteArray>

/** From the bytes of a message to what is stored of it. Pure; runs on the pool. */
namespace Sync {

/** One message that came in, read. */
struct ReadBody {
    quint32 uid = 0;
    Store::ParsedBody body;         ///< its mailId is still to be set
    Store::SearchDocument document; ///< what the search looks through
};

/// What can be found of a message.
Store::SearchFields searchFields(const QByteArray &raw);

/// Parses, compresses and normalises: most of what a mail costs us.
ReadBody readBody(quint32 uid, const QByteArray &raw);

} // namespace Sync
