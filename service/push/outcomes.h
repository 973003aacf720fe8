// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "push/aftertry.h"

namespace Push {

/// Writes what tries came to; inside a transaction.
Result<void> writeOutcomes(Store::Session &session, const QList<Outcome> &outcomes);

} // namespace Push
