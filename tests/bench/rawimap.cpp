// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Downloads INBOX, newest first, and throws it away: the physical limit that the service is
 * measured against. Prints one JSON line with seconds since the start of the connection.
 *
 *     rawimap HOST PORT USER PASSWORD CAFILE full|list|flags [CHUNK [DEPTH [NEWEST]]]
 *
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

/// Sends one command, waits for its end; the number of the last EXISTS seen.
long run(RawConnection &connection, const std::string &command)
{
    long exists = 0;
    connection.write("a " + command + "\r\n");
    for (;;) {
        const std::string line(connection.line());
        if (line.starts_with("a OK"))
            return exists;
        if (line.starts_with("a ")) {
            std::fprintf(stderr, "rawimap: %s\n", line.c_str());
            std::exit(1);
        }
        if (line.ends_with(" EXISTS"))
            exists = std::atol(line.c_str() + 2);
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

} // namespace

int main(int count, char **words)
{
    if (count < 7) {
        std::fprintf(stderr,
                     "usage: rawimap HOST PORT USER PASSWORD CAFILE full|list|flags "
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

    const Clock::time_point start = Clock::now();
    RawConnection connection({ words[1], words[2], words[3], words[4], words[5] });
    connection.line();
    run(connection, std::string("LOGIN \"") + words[3] + "\" \"" + words[4] + '"');
    const long exists = run(connection, "EXAMINE INBOX");
    const Outcome outcome = download(connection, order, exists, start);
    const double seconds = secondsSince(start);
    connection.write("z LOGOUT\r\n");
    std::printf("{\"mails\":%ld,\"bytes\":%zu,\"firstChunk\":%.4f,\"seconds\":%.4f}\n",
                outcome.mails, connection.bytes(), outcome.firstChunk, seconds);
    return 0;
}
