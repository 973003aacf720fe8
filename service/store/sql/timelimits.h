// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

/**
 * How long a PostgreSQL server may take for what: the one place of these values. SQLite has none of
 * them. A request waits for at most `requestInQueue` plus `writer`, which is less than 20 s.
 *
 * The server's own limits (Connection sets them for each session) are shorter than the watchdog's,
 * so that a server that is slow but there says so itself and the connection is kept.
 */
namespace Store::TimeLimits {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// Without an answer for so long a connection is shut down by the watchdog (Watchdog). Of a request
// the times of all its statements count together.
constexpr milliseconds reader = seconds(10);
constexpr milliseconds writer = seconds(15);
constexpr milliseconds indexer = minutes(5); ///< nobody waits for it
constexpr milliseconds probe = seconds(3);   ///< for the answer to SELECT 1
constexpr milliseconds longWork = hours(6);  ///< upkeep, migrations, copying (LongWork)

// statement_timeout and lock_timeout of the session.
constexpr milliseconds readerStatement = seconds(9);
constexpr milliseconds writerStatement = seconds(14);
constexpr milliseconds indexerStatement = minutes(4);
constexpr milliseconds lock = seconds(10);

// idle_in_transaction_session_timeout: a process that stands still in a transaction of the writer
// holds up every other writer for so long (less than `lock`, so that these succeed). A reader's
// transaction holds up nobody; the indexer's holds some mails, and it reads messages meanwhile.
constexpr milliseconds writerIdle = seconds(5);
constexpr milliseconds otherIdle = seconds(30);

/// client_connection_check_interval: a statement ends when its client is gone.
constexpr milliseconds clientCheck = seconds(5);

// TCP, on both sides: a peer that is gone without a word is noticed after 14 s, one that takes
// nothing after 15 s.
constexpr seconds keepaliveIdle{ 5 };
constexpr seconds keepaliveInterval{ 3 };
constexpr int keepaliveCount = 3;
constexpr milliseconds tcpUser = seconds(15);

/// connect_timeout of libpq: for each address of the server until the login is done.
constexpr seconds connect{ 5 };
/// Logging in and setting up, with all addresses, where there is nothing else to do.
constexpr milliseconds opening = seconds(15);
/// The same for a job: it fails then, and opening goes on behind it.
constexpr milliseconds reopening = seconds(2);
/// An attempt to open that has not ended by then is left alone and another one is made.
constexpr milliseconds staleOpening = seconds(20);
constexpr milliseconds betweenTries{ 500 };

/// A request that waited longer in the queue, behind a job that got no answer for `slow`, fails.
constexpr milliseconds requestInQueue = seconds(4);
constexpr milliseconds slow = seconds(6);

/// After a stop was asked for: whatever waits for an answer then is shut down.
constexpr milliseconds stop = seconds(3);

} // namespace Store::TimeLimits
