// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "config/config.h"

#include <QStringList>

namespace Cli {

/** The parsed command line of `postriderd`. */
struct CommandLine {
    enum class Command {
        Serve,
        User,            ///< `rest` are the words after `user` that are no options of the program
        Migrate,         ///< the same
        MigrateSecrets,  ///< `rest` are the words after it
        MigrateDatabase, ///< the same
        Backup,          ///< the same
        Restore,         ///< the same
        Export,          ///< the same
        Import,          ///< the same
        Verify,          ///< the same
        Doctor,          ///< the same
        ShowConfig,
        ShowHelp, ///< `text` is to be printed
    };
    Command command = Command::Serve;
    ConfigSources sources; ///< file and command line; the environment is not read here
    QStringList rest;
    QString text;
};

/// `arguments` without the program's own name. Error::BadRequest with one clear line.
Result<CommandLine> parseCommandLine(const QStringList &arguments);

} // namespace Cli
