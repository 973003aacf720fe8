// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>

namespace Store {

class SearchPlan;
class Session;

/// Returns the sort keys of those hits that match the plan's filters, in the same order.
Result<QList<qint64>> filteredKeys(Session &session, const SearchPlan &plan, QList<qint64> keys);

} // namespace Store
