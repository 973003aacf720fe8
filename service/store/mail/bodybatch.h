// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/bodies.h"

namespace Store {

/// storeBodies() on PostgreSQL: a few statements for all of them, because each waits for the server.
Result<QList<qint64>> storeBodyBatch(Session &session, const QList<ParsedBody> &bodies);

} // namespace Store
