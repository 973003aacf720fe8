// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/aftertry.h"

#include "net/retryafter.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Webhooks {

namespace {

constexpr qsizetype mostOfAnswer = 300;

bool isWorthARetry(int status)
{
    return status == 408 || status == 425 || status == 429 || status >= 500;
}

qint64 milliseconds(std::chrono::seconds time)
{
    return std::chrono::milliseconds(time).count();
}

/// Nothing: that was the last attempt.
std::optional<qint64> waitAfter(int attempts, const RetryPolicy &policy, double random)
{
    if (attempts > policy.waits.size())
        return std::nullopt;
    const auto wait = double(milliseconds(policy.waits.at(attempts - 1)));
    return qint64(wait * (0.8 + 0.4 * random));
}

AfterTry refused(AfterTry tried)
{
    tried.end = AfterTry::End::Failed;
    return tried;
}

AfterTry retried(AfterTry tried, std::optional<qint64> wait, qint64 nowMs)
{
    tried.end = wait ? AfterTry::End::Retried : AfterTry::End::Failed;
    tried.retryAtMs = wait ? nowMs + *wait : 0;
    return tried;
}

} // namespace

std::chrono::milliseconds RetryPolicy::longestWait() const
{
    const auto longest = waits.isEmpty() ? 0s : *std::ranges::max_element(waits);
    return std::chrono::milliseconds(longest) * 12 / 10;
}

QString statusText(const Net::HttpAnswer &answer)
{
    QString said = QString::fromUtf8(answer.body).simplified();
    said.removeIf([](QChar c) { return c.category() == QChar::Other_Control; });
    if (said.size() > mostOfAnswer) {
        const bool isWithinPair = said.at(mostOfAnswer - 1).isHighSurrogate();
        said.truncate(mostOfAnswer - int(isWithinPair));
    }
    const QString status = u"HTTP %1"_s.arg(answer.status);
    return said.isEmpty() ? status : status + u": "_s + said;
}

AfterTry afterTry(const Result<Net::HttpAnswer> &answer, int attempts, const RetryPolicy &policy,
                  Moment moment)
{
    AfterTry tried;
    const std::optional<qint64> wait = waitAfter(attempts, policy, moment.random);
    if (!answer) {
        tried.errorMessage = answer.error().message;
        if (answer.error().code == Error::Code::BadRequest)
            return refused(tried);
        const qint64 longest = milliseconds(policy.longestPause);
        tried.pauseUntilMs = moment.nowMs + std::min(wait.value_or(longest), longest);
        return retried(tried, wait, moment.nowMs);
    }
    tried.status = answer->status;
    if (answer->status >= 200 && answer->status < 300)
        return tried;
    tried.errorMessage = statusText(*answer);
    tried.isGone = answer->status == 410;
    if (!isWorthARetry(answer->status))
        return refused(tried);
    const auto asked = Net::retryAfterMs(answer->header("retry-after"), moment.nowMs);
    if (!asked)
        return retried(tried, wait, moment.nowMs);
    const qint64 obeyed =
        std::clamp(*asked, milliseconds(1s), milliseconds(policy.longestRetryAfter));
    tried.pauseUntilMs = moment.nowMs + obeyed;
    return retried(tried, wait ? std::optional(obeyed) : std::nullopt, moment.nowMs);
}

Store::Webhook afterTry(Store::Webhook webhook, const AfterTry &tried, const RetryPolicy &policy,
                        qint64 now)
{
    const bool isDelivered = tried.end == AfterTry::End::Delivered;
    webhook.lastStatus = isDelivered ? "success" : "error";
    webhook.lastStatusCode = tried.status;
    webhook.lastTriggerAt = now;
    webhook.errorMessage = tried.errorMessage;
    webhook.pausedUntilMs = tried.pauseUntilMs;
    if (isDelivered) {
        webhook.consecutiveFailures = 0;
        webhook.failingSince = 0;
        return webhook;
    }
    ++webhook.consecutiveFailures;
    if (webhook.failingSince == 0 || webhook.failingSince > now) // the clock was set back
        webhook.failingSince = now;
    const bool isHopeless = now - webhook.failingSince >= policy.disableAfter.count();
    if (tried.isGone || isHopeless) {
        webhook.enabled = false;
        webhook.disabledReason = tried.isGone ? "gone" : "failing";
    }
    return webhook;
}

} // namespace Webhooks
