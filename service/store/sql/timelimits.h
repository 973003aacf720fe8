// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

/**
 * The time limits of a PostgreSQL server; all values are defined here. SQLite has none of them. A
 * request waits for at most `slow` plus `writer`, which is 20 s; if the server answers nothing at all,
 * for less than 5 s (Watchdog::setSilent()).
 *
 * The server's own limits (Connection sets them for each session) are shorter than the watchdog's,
 * so that a slow but working server reports the timeout itself and the connection is kept.
 */
namespace Store::TimeLimits {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// The watchdog shuts a connection down after this time without an answer (Watchdog). For a request,
// the times of all its statements are added up.
constexpr milliseconds reader = seconds(10);
constexpr milliseconds writer = seconds(13);
constexpr milliseconds indexer = minutes(5); ///< no request waits for it
constexpr milliseconds probe = seconds(3);   ///< for the answer to SELECT 1
constexpr milliseconds longWork = hours(6);  ///< upkeep, migrations, copying (LongWork)

// statement_timeout and lock_timeout of the session.
constexpr milliseconds readerStatement = seconds(9);
constexpr milliseconds writerStatement = seconds(12);
constexpr milliseconds indexerStatement = minutes(4);
constexpr milliseconds lock = seconds(10);

// idle_in_transaction_session_timeout: a process that hangs in a transaction of the writer or the
// indexer blocks every other writer for this time, and one that hangs in both for the sum (its writer
// waits for its indexer, and then hangs itself). The sum is less than `slow`, so that the writers and
// requests that wait succeed. A reader's transaction blocks nothing.
constexpr milliseconds writerIdle = seconds(3);
constexpr milliseconds indexerIdle = seconds(2);
constexpr milliseconds readerIdle = seconds(30);

/// client_connection_check_interval: a statement ends when its client is gone.
constexpr milliseconds clientCheck = seconds(5);

// TCP, on both sides: a peer that disappears silently is detected after 14 s, a peer that does not
// acknowledge data after 15 s.
constexpr seconds keepaliveIdle{ 5 };
constexpr seconds keepaliveInterval{ 3 };
constexpr int keepaliveCount = 3;
constexpr milliseconds tcpUser = seconds(15);

/// connect_timeout of libpq: for each address of the server until the login is done.
constexpr seconds connect{ 5 };
/// Logging in and setting up, including all addresses, when no job is waiting.
constexpr milliseconds opening = seconds(15);
/// The same for a job: the job fails after this time, and opening continues in the background.
constexpr milliseconds reopening = seconds(2);
/// An attempt to open that has not finished by then is abandoned, and a new attempt starts.
constexpr milliseconds staleOpening = seconds(20);
constexpr milliseconds betweenTries{ 500 };

/// A request fails if it waited longer than this in the queue, behind a job without an answer for
/// `slow`.
constexpr milliseconds requestInQueue = seconds(4);
constexpr milliseconds slow = seconds(7);
// A second more, because a server ends a transaction later when it is busy.
static_assert(writerIdle + indexerIdle + seconds(1) < slow && slow < lock);

/// After a requested stop: connections still waiting for an answer after this time are shut down.
constexpr milliseconds stop = seconds(3);

} // namespace Store::TimeLimits
