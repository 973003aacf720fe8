// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/people/users.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace Cli {

/** The arguments of `postriderd user ...`. */
struct UserArguments {
    enum class Action { Add, Passwd, List, Remove };

    Action action = Action::List;
    QString username;                ///< empty for List
    std::optional<Store::Role> role; ///< --role
    QString visibility;              ///< --visibility: `shared`, `owner` or empty

    friend bool operator==(const UserArguments &, const UserArguments &) = default;
};

/// `arguments`: the arguments after `user`. Error::BadRequest with an error message of one line.
Result<UserArguments> parseUserArguments(const QStringList &arguments);

QString userUsage(); ///< the help text, several lines

} // namespace Cli
