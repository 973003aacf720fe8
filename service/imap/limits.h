// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <chrono>

namespace Imap {

/**
 * The limits for data from a server, which may be hostile. A breach is Error::Protocol and ends the
 * connection.
 */
struct Limits {
    qsizetype lineBytes = 64 * 1024;        ///< a response without its literals
    qsizetype fetchLineBytes = 1024 * 1024; ///< FETCH, which holds BODYSTRUCTURE; longer: skipped
    qsizetype skipBytes = 64 * 1024 * 1024; ///< of one FETCH that is skipped; more ends everything
    qsizetype searchLineBytes = 16 * 1024 * 1024; ///< SEARCH lists every UID: 2 million of them
    /// The literals of one response, checked before memory is taken: the most for a mail whose size
    /// is not known; for header fields and structures; where no FETCH runs. Longer ones of a FETCH
    /// are skipped.
    qsizetype literalBytes = 64 * 1024 * 1024;
    qsizetype headerLiteralBytes = 1024 * 1024;
    qsizetype unaskedLiteralBytes = 64 * 1024;
    qsizetype growBytes = 16 * 1024 * 1024;     ///< memory for a literal grows in such steps
    qsizetype commandBytes = 128 * 1024 * 1024; ///< everything that answers one command
    /// The same for a FETCH of known size. Of its answer no more is kept than was requested.
    qsizetype droppedBytes = 1024 * 1024 * 1024;
    qsizetype folders = 10'000;    ///< in one list
    int depth = 64;                ///< nested lists
    int tokens = 100'000;          ///< in one response, SEARCH apart
    int unaskedPerMinute = 10'000; ///< untagged responses while no command runs
    /// Untagged responses that answer no FETCH, while commands run. A server may report the
    /// deletion of as many mails one by one.
    int besidesPerMinute = 1'000'000;
    qsizetype besidesBytes = 128 * 1024 * 1024; ///< of these, each minute
    int sections = 100;                         ///< of one FETCH that are kept; we request 40
    int loginSteps = 10;                        ///< `+` of one login
    int newsEntries = 100'000;          ///< EXPUNGE and flag news kept; more: MailboxNews::overflow
    qsizetype slowestBytes = 60 * 1024; ///< inside a literal, each `slowestOver`
    std::chrono::seconds slowestOver{ 60 };
};

} // namespace Imap
