// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/** What a user may have a limited number of. */
enum class Owned { Accounts, Webhooks, Drafts };

/// Whether the user has `most` of them or more. Asked in the transaction that adds one, this cannot
/// be passed by two at once. Cost: at most `most` entries of an index.
Result<bool> hasAsMany(Session &session, Owned what, qint64 userId, int most);

} // namespace Store
