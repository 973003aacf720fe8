// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/mail/bodies.h"

namespace Sync {

/** A body that a user waits for. Finishes with NotFound if the server no longer has it. */
struct BodyRequest {
    qint64 folderId = 0;
    Store::BodyWanted mail;
    Async::Completion<Result<void>> done;
};

using BodyRequests = QList<BodyRequest>;

} // namespace Sync
