// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/settings.h"

namespace Discover {

/** The outcome of querying a source; as on the wire: `found`, `nothing`, .. */
enum class Outcome {
    Pending, ///< no answer yet; `unanswered` after the end of the search
    Found,   ///< settings
    Nothing, ///< the source has no settings
    Failed,  ///< the query failed, or its answer cannot be used
    Refused, ///< not allowed: a private address, a redirection without TLS
};

QByteArray outcomeName(Outcome outcome);

/** A source and its outcome. */
struct Attempt {
    Source source = Source::Providers;
    Outcome outcome = Outcome::Pending;
    QString subject; ///< what was queried, for people: `autoconfig.example.org`
    QString message; ///< one sentence
    std::optional<Settings> settings = {}; ///< with Found

    bool operator==(const Attempt &) const = default;
};

/** Which sources a decision waits for. */
enum class Patience {
    Better,  ///< for every source with a better rank than the found settings
    Good,    ///< for good settings of any source
    Nothing, ///< time is over
};

/** Whether to wait for further answers, otherwise the winner; neither: nothing was found. */
struct Verdict {
    bool isWaiting = false;
    std::optional<qsizetype> winner = {}; ///< index of the attempt

    bool operator==(const Verdict &) const = default;
};

/**
 * The first good settings win, in the order of `attempts`. Good settings have an IMAP server, and no
 * server without TLS. Other settings win only if there are no good ones.
 */
Verdict verdict(const QList<Attempt> &attempts, Patience patience);

} // namespace Discover
