// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/** Objects whose number is limited for each user. */
enum class Owned { Accounts, Webhooks, Drafts };

/// Whether the user has `most` of them or more. If it is called in the transaction that adds an
/// object, two requests at once cannot exceed the limit. Cost: at most `most` entries of an index.
Result<bool> hasAsMany(Session &session, Owned what, qint64 userId, int most);

} // namespace Store
