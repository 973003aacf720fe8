// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QMap>
#include <QString>

#include <optional>

namespace Store {

class Session;

/// Settings of the whole installation, such as `visibility`, belong to user 0.
constexpr qint64 wholeInstallation = 0;

Result<std::optional<QString>> setting(Session &session, qint64 userId, const QString &name);
Result<QMap<QString, QString>> settings(Session &session, qint64 userId);
Result<void> setSetting(Session &session, qint64 userId, const QString &name, const QString &value);
Result<void> removeSetting(Session &session, qint64 userId, const QString &name);

} // namespace Store
