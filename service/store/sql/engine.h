// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {

/** What keeps the tables. Few places need to know: the text of a statement is looked up by it. */
enum class Engine { Sqlite, Postgresql };

} // namespace Store
