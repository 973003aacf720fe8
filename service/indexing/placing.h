// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/db/database.h"

#include <functional>

namespace Indexing {

/**
 * Puts some thousand of the mails that an earlier version stored into conversations, in small
 * transactions behind all other writes; true: there are more. Ends early where `mayGoOn` is false. One
 * index look-up where there are none. Decodes on the reader's thread: 100 mails and 2 MiB at a time.
 */
QCoro::Task<Result<bool>> placeSome(Store::Database &database, std::function<bool()> mayGoOn);

} // namespace Indexing
