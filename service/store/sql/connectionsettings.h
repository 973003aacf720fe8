// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QSqlDatabase>
#include <QStringList>

namespace Store {

/// Runs the statements that set the options of a connection, up to the first that fails.
Result<void> applySettings(const QSqlDatabase &database, const QStringList &settings);

/// The same for settings that a server may refuse: a failure is ignored.
void applyWherePossible(const QSqlDatabase &database, const QStringList &settings);

} // namespace Store
