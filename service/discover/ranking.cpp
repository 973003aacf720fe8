// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/ranking.h"

#include <algorithm>

namespace Discover {

namespace {

bool isGood(const Attempt &attempt)
{
    return attempt.settings && attempt.settings->imap
        && !attempt.settings->warnings.contains(Warning::PlainText);
}

} // namespace

QByteArray outcomeName(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Pending:
        break;
    case Outcome::Found:
        return "found";
    case Outcome::Nothing:
        return "nothing";
    case Outcome::Failed:
        return "failed";
    case Outcome::Refused:
        return "refused";
    }
    return "unanswered";
}

Verdict verdict(const QList<Attempt> &attempts, Patience patience)
{
    bool isPending = false;
    std::optional<qsizetype> fallback;
    for (qsizetype i = 0; i < attempts.size(); ++i) {
        const Attempt &attempt = attempts.at(i);
        if (isGood(attempt) && (patience != Patience::Better || !isPending))
            return { false, i };
        if (isGood(attempt))
            return { true, {} };
        isPending = isPending || attempt.outcome == Outcome::Pending;
        const bool isMore = attempt.settings
            && (!fallback || (attempt.settings->imap && !attempts.at(*fallback).settings->imap));
        if (isMore)
            fallback = i;
    }
    if (isPending && patience != Patience::Nothing)
        return { true, {} };
    return { false, fallback };
}

} // namespace Discover
