// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <chrono>

namespace Imap {

/** What a hostile server cannot exceed; a breach is Error::Protocol and ends the connection. */
struct Limits {
    qsizetype lineBytes = 64 * 1024;        ///< a response without its literals
    qsizetype fetchLineBytes = 1024 * 1024; ///< FETCH, which holds BODYSTRUCTURE; longer: skipped
    qsizetype skipBytes = 64 * 1024 * 1024; ///< of one FETCH that is skipped; more ends everything
    qsizetype searchLineBytes = 16 * 1024 * 1024; ///< SEARCH lists every UID: 2 million of them
    qsizetype literalBytes = 64 * 1024 * 1024;    ///< one literal; checked before memory is taken
    qsizetype growBytes = 16 * 1024 * 1024;       ///< memory for a literal grows in such steps
    qsizetype commandBytes = 128 * 1024 * 1024;   ///< everything that answers one command
    qsizetype folders = 10'000;                   ///< in one list
    int depth = 64;                               ///< nested lists
    int tokens = 100'000;                         ///< in one response, SEARCH apart
    int unaskedPerMinute = 10'000;                ///< untagged responses while no command runs
    int newsEntries = 100'000;          ///< EXPUNGE and flag news kept; more: MailboxNews::overflow
    qsizetype slowestBytes = 60 * 1024; ///< inside a literal, each `slowestOver`
    std::chrono::seconds slowestOver{ 60 };
};

} // namespace Imap
