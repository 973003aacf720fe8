// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqlitememory.h"

#include <QLibrary>

using namespace Qt::StringLiterals;

namespace Store {

// Qt's driver has loaded the library; we do not link to it.
std::optional<qint64> sqliteMemory()
{
    using Used = qint64 (*)();
    static const auto used =
        reinterpret_cast<Used>(QLibrary::resolve(u"sqlite3"_s, 0, "sqlite3_memory_used"));
    return used ? std::optional(used()) : std::nullopt;
}

} // namespace Store
