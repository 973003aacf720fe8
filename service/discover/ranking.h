// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "discover/settings.h"

namespace Discover {

/** The outcome of asking a source; as on the wire: `found`, `nothing`, .. */
enum class Outcome {
    Pending, ///< it is being asked; `unanswered` once everything is over
    Found,   ///< settings
    Nothing, ///< it answered that it has none
    Failed,  ///< it could not be asked, or its answer cannot be used
    Refused, ///< it may not be asked: a private address, a redirection without TLS
};

QByteArray outcomeName(Outcome outcome);

/** A source and its outcome. */
struct Attempt {
    Source source = Source::Providers;
    Outcome outcome = Outcome::Pending;
    QString subject; ///< what was asked, for people: `https://autoconfig.example.org`
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

/** Whether to go on, and what wins; neither: nothing was found. */
struct Verdict {
    bool isWaiting = false;
    std::optional<qsizetype> winner = {}; ///< index of the attempt

    bool operator==(const Verdict &) const = default;
};

/**
 * The first good settings win, by the order of `attempts`; good ones have an IMAP server with TLS.
 * Others win only where no good ones are.
 */
Verdict verdict(const QList<Attempt> &attempts, Patience patience);

} // namespace Discover
