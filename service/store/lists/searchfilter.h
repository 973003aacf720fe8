// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>

namespace Store {

class SearchPlan;
class Session;

/// Of the hits with these sort keys those that the plan's filters let through, in the same order.
Result<QList<qint64>> filteredKeys(Session &session, const SearchPlan &plan, QList<qint64> keys);

} // namespace Store
