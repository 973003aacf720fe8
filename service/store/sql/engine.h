// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {

/**
 * The database engine, as data. Only the factory dialectOf() and the text of statements (sqltext.h)
 * depend on the value. Other code calls a method of Dialect, which names the difference.
 */
enum class Engine { Sqlite, Postgresql };

} // namespace Store
