// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/mail/bodies.h"

namespace Sync {

/** A text that a person waits for; finished with NotFound where the server has it no more. */
struct TextWish {
    qint64 folderId = 0;
    Store::BodyWanted mail;
    Async::Completion<Result<void>> done;
};

using TextWishes = QList<TextWish>;

} // namespace Sync
