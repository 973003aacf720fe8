// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/aftertry.h"

#include <algorithm>

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace Push {

namespace {

bool wantsPause(const Answer &answer)
{
    return answer.status == 429 || answer.status == 503;
}

// Whether the failure is temporary, of the server or of the network. After any other failure the message is
// not sent again.
bool isPassing(const Answer &answer)
{
    return !answer.isRefused && (answer.status == 0 || answer.status >= 500 || wantsPause(answer));
}

qint64 waitAfter(qint64 attempts, const RetryPolicy &policy)
{
    const qsizetype last = policy.waits.size() - 1;
    const qsizetype which = std::clamp(qsizetype(attempts) - 1, qsizetype(0), last);
    return milliseconds(policy.waits.at(which)).count();
}

qint64 pauseAfter(const Store::PushJob &job, const Answer &answer, const RetryPolicy &policy)
{
    const qint64 wished =
        answer.retryAfterMs >= 0 ? answer.retryAfterMs : waitAfter(job.attempts, policy);
    return std::clamp(wished, qint64(0), qint64(milliseconds(policy.longestPause).count()));
}

Outcome again(Store::PushJob job, qint64 atMs, qint64 pauseUntilMs = 0)
{
    return { Outcome::What::Again, std::move(job), atMs, pauseUntilMs };
}

} // namespace

std::chrono::milliseconds RetryPolicy::longestWait() const
{
    const seconds longest = waits.isEmpty() ? seconds(0) : *std::ranges::max_element(waits);
    return std::max(longest, longestPause);
}

bool isDelivered(const Answer &answer)
{
    return answer.status >= 200 && answer.status < 300;
}

bool isGone(const Answer &answer)
{
    return answer.status == 404 || answer.status == 410;
}

Store::PushSubscription noted(Store::PushSubscription to, const Answer &answer,
                              const RetryPolicy &policy, qint64 now)
{
    if (answer.status != 0)
        to.lastStatus = answer.status;
    if (isDelivered(answer)) {
        to.lastSuccessAt = now;
        to.failures = 0;
        to.failingSince.reset();
        return to;
    }
    ++to.failures;
    if (!to.failingSince || *to.failingSince > now) // the clock was set back
        to.failingSince = now;
    if (now - *to.failingSince >= policy.giveUpAfter.count())
        to.isActive = false;
    return to;
}

Outcome afterTry(Store::PushJob job, const Answer &answer, const RetryPolicy &policy, qint64 nowMs)
{
    if (isGone(answer))
        return { Outcome::What::Gone, std::move(job) };
    if (answer.status == 413 && !job.isMinimal) {
        job.isMinimal = true;
        job.to.lastStatus = answer.status;
        return again(std::move(job), nowMs);
    }
    job.to = noted(std::move(job.to), answer, policy, nowMs / 1000);
    if (isDelivered(answer) || !isPassing(answer) || !job.to.isActive)
        return { Outcome::What::Ended, std::move(job) };
    if (wantsPause(answer)) {
        const qint64 until = nowMs + pauseAfter(job, answer, policy);
        return again(std::move(job), until, until);
    }
    const qint64 at = nowMs + waitAfter(job.attempts, policy);
    return again(std::move(job), at);
}

} // namespace Push
