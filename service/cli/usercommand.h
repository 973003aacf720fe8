// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/passwordinput.h"
#include "crypto/password.h"

#include <QStringList>
#include <QTextStream>

namespace Store {
class Session;
}

namespace Cli {

/** The objects that a user command uses. All of them outlive the call. */
struct UserCommandContext {
    Store::Session &session; ///< a writing one; the service may run at the same time
    PasswordInput &input;
    QTextStream &out;                  ///< the results
    QTextStream &err;                  ///< an error message of one line, possibly with advice
    QString configuredVisibility = {}; ///< from the configuration file; empty: not set there
    Crypto::ScryptCost cost = {};      ///< of new password hashes
};

/**
 * `postriderd user ...`; `arguments`: the arguments after `user`. Blocks on the terminal and for 0.3 s
 * on a hash. A running service takes changes up within seconds. Returns the exit code: 0, 1 where
 * it failed, 2 where the command line is wrong.
 */
int runUserCommand(const QStringList &arguments, UserCommandContext context);

} // namespace Cli
