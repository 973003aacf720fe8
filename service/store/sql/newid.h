// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

class Query;

/// A random UUID without braces.
QByteArray newUuid();

/// Runs an INSERT that ends in RETURNING id.
Result<qint64> insertedId(Query &query);

} // namespace Store
