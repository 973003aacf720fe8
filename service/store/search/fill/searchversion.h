// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/// To be called once on the writer, after the migrations: where the index was made by another
/// normaliser it is emptied and all mails are marked to be indexed again. Opens its own transaction.
/// Answers whether that was so.
Result<bool> prepareSearch(Session &session);

} // namespace Store
