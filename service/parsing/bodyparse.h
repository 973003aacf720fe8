// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/bodies.h"
#include "store/search/index/searchdocument.h"

#include <QByteArray>

/** Converts the bytes of a message to the data that is stored. Pure; runs on the pool. */
namespace Parsing {

/** One fetched message after parsing. */
struct ReadBody {
    quint32 uid = 0;
    Store::ParsedBody body;         ///< its mailId is still to be set
    Store::SearchDocument document; ///< the text that can be searched
};

/// The searchable fields of a message.
Store::SearchFields searchFields(const QByteArray &raw);

/// Parses, compresses and normalises a message. This is most of the cost of a mail.
ReadBody readBody(quint32 uid, const QByteArray &raw);

} // namespace Parsing
