// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/// To be called once on the writer, after the migrations. If another version of the normaliser made
/// the index, empties it and marks all mails to be indexed again. Opens its own transaction.
/// Returns whether that was necessary.
Result<bool> prepareSearch(Session &session);

} // namespace Store
