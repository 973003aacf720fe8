// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/lists/searchmails.h"

namespace Store {

/// searchMails() on SQLite, where the words of mails are in segments (SegmentIndex). Within a Snapshot.
Result<SearchHits> searchSegments(Session &session, const MailQuery &query);

} // namespace Store
