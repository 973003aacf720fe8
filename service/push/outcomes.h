// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "push/aftertry.h"

namespace Push {

/// Writes the results of attempts; inside a transaction.
Result<void> writeOutcomes(Store::Session &session, const QList<Outcome> &outcomes);

} // namespace Push
