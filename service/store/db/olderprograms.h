// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/sqltext.h"

#include <QString>

namespace Store {

class Session;

/// Names the running programs on this database that do not work after `step`; empty: there are none. In that case none
/// starts until the end of the transaction, because it holds the locks that they need (registerProgram()). In a
/// writing transaction. `steps` are all steps of this program.
Result<QString> olderPrograms(Session &session, const Migration &step,
                              const QList<Migration> &steps);

} // namespace Store
