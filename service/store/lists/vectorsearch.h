// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/lists/searchmails.h"

namespace Store {

/// searchMails() on PostgreSQL, where the words of a mail are a row of search_docs (VectorIndex). Within a
/// Snapshot.
Result<SearchHits> searchVectors(Session &session, const MailQuery &query);

} // namespace Store
