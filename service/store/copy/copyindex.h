// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchdocument.h"

#include <functional>

namespace Store {

class Session;

/// Empties the full text index, in the caller's transaction, and prepares it for indexing all
/// mails.
Result<void> emptyIndex(Session &session);

/// Indexes all mails that wait for it. Parses them on as many threads as there are cores and blocks
/// until that is done. Calls `report` with the number of indexed mails after each batch. Opens its
/// own transactions.
Result<void> indexCopied(Session &session, const MessageReader &reader,
                         const std::function<void(qint64 mails)> &report);

} // namespace Store
