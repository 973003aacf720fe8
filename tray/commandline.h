// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUrl>

#include <optional>

/** What the command line says. */
struct CommandLine {
    bool isAutostart = false; ///< started with the session
    bool isQuit = false;      ///< only asks the one that runs to quit
    QUrl mailto;              ///< what is to be written; empty: nothing
};

/**
 * Reads it, before there is a screen. Help and version are printed and end the program here; so does
 * what is wrong, with status 1. Needs the application's object, as Qt's parser does.
 */
CommandLine readCommandLine();

/**
 * Hands the wish over to the one that runs. The exit status where there is nothing else to do; nothing:
 * this is the first. One that hangs is told of, on stderr and as a notice. Needs the application's
 * object, and runs its event loop.
 */
std::optional<int> handOver(const CommandLine &line);
