// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/fill/searchbatch.h"

namespace Store {

/// storeSearchWork() on PostgreSQL.
Result<int> storeVectorWork(Session &session, const QList<PreparedSearchWork> &prepared);

/// passedOver() on PostgreSQL.
Result<QList<PreparedSearchWork>> passedOverVectors(Session &session,
                                                    const QList<PreparedSearchWork> &prepared);

} // namespace Store
