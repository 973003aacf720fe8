// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUrl>

#include <optional>

/** The options of the command line. */
struct CommandLine {
    bool isAutostart = false; ///< started with the session
    bool isQuit = false;      ///< only ends the tray that runs already
    QUrl mailto;              ///< the mail to write; empty: none
};

/**
 * Parses the command line; needs no display. Help and version are printed here and end the program. A
 * wrong option ends it with status 1. Needs the application object, because Qt's parser does.
 */
CommandLine readCommandLine();

/**
 * Sends the command to the tray that runs already. Returns the exit status if the program is to end
 * now; nothing: no other tray runs. A tray that does not answer is reported on stderr and as a notice.
 * Needs the application object, and runs its event loop.
 */
std::optional<int> handOver(const CommandLine &line);
