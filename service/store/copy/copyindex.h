// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchdocument.h"

#include <functional>

namespace Store {

class Session;

/// Empties the full text index, in the caller's transaction, and makes it ready for all mails at once.
Result<void> emptyIndex(Session &session);

/// Makes all mails that wait for it searchable: reads them on as many threads as there are cores,
/// which the function blocks for. `tell` hears how many are done after each batch. Opens its own
/// transactions.
Result<void> indexCopied(Session &session, const MessageReader &reader,
                         const std::function<void(qint64 mails)> &tell);

} // namespace Store
