// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QMap>

namespace Store {

class Session;

/// The last id that each table has ever given out, so that none is given out again; tables that have
/// given out none are left out.
Result<QMap<QByteArray, qint64>> lastIds(Session &session);

/// Goes on behind these, in the caller's transaction.
Result<void> setLastIds(Session &session, const QMap<QByteArray, qint64> &lastIds);

} // namespace Store
