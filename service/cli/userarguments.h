// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/people/users.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace Cli {

/** What `postriderd user ...` was asked to do. */
struct UserArguments {
    enum class Action { Add, Passwd, List, Remove };

    Action action = Action::List;
    QString username;                ///< empty for List
    std::optional<Store::Role> role; ///< --role
    QString visibility;              ///< --visibility: `shared`, `owner` or empty

    friend bool operator==(const UserArguments &, const UserArguments &) = default;
};

/// `arguments` are those behind `user`. Error::BadRequest with one line that says what is wrong.
Result<UserArguments> parseUserArguments(const QStringList &arguments);

QString userUsage(); ///< the help text, several lines

} // namespace Cli
