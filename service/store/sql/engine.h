// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {

/** The database engine. Few places depend on it: the text of a statement is looked up by it. */
enum class Engine { Sqlite, Postgresql };

} // namespace Store
