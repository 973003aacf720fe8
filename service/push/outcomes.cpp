// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/outcomes.h"

namespace Push {

namespace {

Result<void> writeJob(Store::Session &session, const Outcome &outcome)
{
    if (!outcome.job.to.isActive)
        return Store::dropPushJobs(session, outcome.job.to.id);
    if (outcome.what == Outcome::What::Ended)
        return Store::endPushJob(session, outcome.job);
    return Store::putOffPushJob(session, outcome.job, outcome.atMs);
}

Result<void> write(Store::Session &session, const Outcome &outcome)
{
    if (outcome.what == Outcome::What::Gone)
        return Store::deletePushSubscription(session, outcome.job.to.id);
    RETURN_IF_ERROR(Store::notePushSubscription(session, outcome.job.to));
    const Result<void> written = writeJob(session, outcome);
    if (!written || outcome.pauseUntilMs == 0)
        return written;
    return Store::pausePushes(session, outcome.job.to.origin, outcome.pauseUntilMs);
}

} // namespace

Result<void> writeOutcomes(Store::Session &session, const QList<Outcome> &outcomes)
{
    for (const Outcome &outcome : outcomes) {
        RETURN_IF_ERROR(write(session, outcome));
    }
    return {};
}

} // namespace Push
