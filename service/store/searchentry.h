// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/searchdocument.h"

namespace Store {

class Session;

/** One entry of the full text index, as search_docs knows it. */
struct SearchEntry {
    qint64 mailId = 0;
    qint64 row = 0;
    qint64 fingerprint = 0; ///< of the document that was indexed
};

/**
 * The exact tokens that were indexed, which deleting takes: SQLite does not say when it was given
 * others, and leaves hits of mails that are gone. They are made again from the message or the list
 * row, and taken only where their fingerprint fits. Where none does (another library reads the
 * message in another way than before), they are read back from the index itself: right in any case,
 * but it walks the whole index, about 3 s at 50,000 mails.
 */
Result<SearchDocument> indexedDocument(Session &session, const SearchEntry &entry);

} // namespace Store
