// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/lists/searchmails.h"

namespace Store {

/// searchMails() within a Snapshot.
Result<SearchHits> searchSegments(Session &session, const SearchWhere &where);

} // namespace Store
