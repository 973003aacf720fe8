// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace Store {

/// Bytes of the heap that SQLite holds, most of them in the page caches of its connections, which have limits
/// (SqliteDialect). Nothing where SQLite is not a library of its own, but a part of Qt's driver. Any thread.
std::optional<qint64> sqliteMemory();

} // namespace Store
