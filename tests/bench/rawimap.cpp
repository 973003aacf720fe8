// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Downloads INBOX, newest first, and keeps nothing: the physical limit that the service is compared
 * with. Prints one JSON line with seconds since the start of the connection.
 *
 *     rawimap HOST PORT USER PASSWORD CAFILE full|list|flags|open [CHUNK [DEPTH [NEWEST]]]
 *
 * `open` fetches no mails: it requests the changes since a moment ago (RFC 7162 3.2.5).
 * CHUNK mails a command, DEPTH commands in flight (RFC 3501 5.5), only the NEWEST mails (0: all).
 */
#include "rawconnection.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

using Clock = std::chrono::steady_clock;

namespace {

struct Order {
    std::string items;
    long chunk = 500;
    int depth = 4;
    long newest = 0;
};

/// What a server reports when a folder is opened.
struct Opened {
    long exists = 0;
    std::string uidValidity;
    std::string modSeq;
};

struct Outcome {
    long mails = 0;
    double firstChunk = 0;
};

std::string itemsFor(const std::string &what)
{
    if (what == "full")
        return "(UID FLAGS INTERNALDATE BODY.PEEK[])";
    if (what == "list")
        return "(UID FLAGS INTERNALDATE RFC822.SIZE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (FROM TO "
               "CC SUBJECT DATE MESSAGE-ID CONTENT-TYPE)])";
    return "(UID FLAGS)";
}

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Size of the literal that the line announces at its end, RFC 3501 4.3.
std::optional<std::size_t> literalSize(std::string_view line)
{
    const std::size_t brace = line.rfind('{');
    if (line.empty() || line.back() != '}' || brace == std::string_view::npos)
        return std::nullopt;
    return std::strtoul(line.data() + brace + 1, nullptr, 10);
}

/// The text from `word` to the end of the response code.
std::string numberAfter(std::string_view line, std::string_view word)
{
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos)
        return {};
    const std::size_t from = at + word.size();
    return std::string(line.substr(from, line.find(']', from) - from));
}

/// Sends one command and waits for its end.
Opened run(RawConnection &connection, const std::string &command)
{
    Opened opened;
    connection.write("a " + command + "\r\n");
    for (;;) {
        const std::string line(connection.line());
        if (line.starts_with("a OK"))
            return opened;
        if (line.starts_with("a ")) {
            std::fprintf(stderr, "rawimap: %s\n", line.c_str());
            std::exit(1);
        }
        if (line.ends_with(" EXISTS"))
            opened.exists = std::atol(line.c_str() + 2);
        if (std::string number = numberAfter(line, "[UIDVALIDITY "); !number.empty())
            opened.uidValidity = std::move(number);
        if (std::string number = numberAfter(line, "[HIGHESTMODSEQ "); !number.empty())
            opened.modSeq = std::move(number);
    }
}

/** Keeps `depth` FETCH commands in flight until all mails have come. */
Outcome download(RawConnection &connection, const Order &order, long exists,
                 Clock::time_point start)
{
    Outcome outcome;
    const long last = order.newest > 0 ? std::max(1L, exists - order.newest + 1) : 1;
    long next = exists;
    int inFlight = 0;
    for (;;) {
        std::string commands;
        while (next >= last && inFlight < order.depth) {
            const long first = std::max(last, next - order.chunk + 1);
            commands += "f FETCH " + std::to_string(first) + ':' + std::to_string(next) + ' '
                + order.items + "\r\n";
            next = first - 1;
            ++inFlight;
        }
        if (!commands.empty())
            connection.write(commands);
        if (inFlight == 0)
            return outcome;
        std::string_view line = connection.line();
        if (line.starts_with("f ")) {
            --inFlight;
            if (outcome.firstChunk == 0)
                outcome.firstChunk = secondsSince(start);
            continue;
        }
        if (line.find(" FETCH ") != std::string_view::npos)
            ++outcome.mails;
        while (const std::optional<std::size_t> size = literalSize(line)) {
            connection.skip(*size);
            line = connection.line();
        }
    }
}

/// Requests over a second connection what changed since the first. Prints the time of the second one
/// as `seconds`, and the same without connecting and login as `firstChunk`.
int reopen(const RawServer &server, const std::string &login)
{
    Opened known;
    {
        RawConnection first(server);
        first.line();
        run(first, login);
        known = run(first, "EXAMINE INBOX (CONDSTORE)");
        first.write("z LOGOUT\r\n");
    }
    const Clock::time_point start = Clock::now();
    RawConnection connection(server);
    connection.line();
    run(connection, login);
    const Clock::time_point loggedIn = Clock::now();
    run(connection, "ENABLE QRESYNC");
    const Opened opened =
        run(connection, "EXAMINE INBOX (QRESYNC (" + known.uidValidity + ' ' + known.modSeq + "))");
    const double seconds = secondsSince(start);
    connection.write("z LOGOUT\r\n");
    std::printf("{\"mails\":%ld,\"bytes\":%zu,\"firstChunk\":%.4f,\"seconds\":%.4f}\n",
                opened.exists, connection.bytes(), secondsSince(loggedIn), seconds);
    return 0;
}

} // namespace

int main(int count, char **words)
{
    if (count < 7) {
        std::fprintf(stderr,
                     "usage: rawimap HOST PORT USER PASSWORD CAFILE full|list|flags|open "
                     "[CHUNK [DEPTH [NEWEST]]]\n");
        return 2;
    }
    Order order{ .items = itemsFor(words[6]) };
    if (count > 7)
        order.chunk = std::max(1L, std::atol(words[7]));
    if (count > 8)
        order.depth = std::max(1, std::atoi(words[8]));
    if (count > 9)
        order.newest = std::atol(words[9]);

    const RawServer server{ words[1], words[2], words[3], words[4], words[5] };
    const std::string login = "LOGIN \"" + server.user + "\" \"" + server.password + '"';
    if (words[6] == std::string_view("open"))
        return reopen(server, login);
    const Clock::time_point start = Clock::now();
    RawConnection connection(server);
    connection.line();
    run(connection, login);
    const long exists = run(connection, "EXAMINE INBOX").exists;
    const Outcome outcome = download(connection, order, exists, start);
    const double seconds = secondsSince(start);
    connection.write("z LOGOUT\r\n");
    std::printf("{\"mails\":%ld,\"bytes\":%zu,\"firstChunk\":%.4f,\"seconds\":%.4f}\n",
                outcome.mails, connection.bytes(), outcome.firstChunk, seconds);
    return 0;
}
