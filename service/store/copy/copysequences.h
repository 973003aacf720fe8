// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QMap>

namespace Store {

class Session;

/// The last id assigned in each copied table, so that the copy never assigns it again. Tables that have
/// assigned no id are left out.
Result<QMap<QByteArray, qint64>> lastIds(Session &session);

/// Continues the ids after these, in the caller's transaction.
Result<void> setLastIds(Session &session, const QMap<QByteArray, qint64> &lastIds);

} // namespace Store
