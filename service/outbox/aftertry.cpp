// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/aftertry.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Outbox {

namespace {

using End = Smtp::Submission::End;
using State = Store::OutboxRecipient::State;

void note(Store::OutboxRecipient &recipient, const Smtp::Reply &reply)
{
    recipient.code = reply.code;
    recipient.enhancedCode = reply.enhanced;
    recipient.response = reply.text();
}

/// The answers belong to the pending recipients, in their order.
void noteAnswers(Store::OutboxMail &mail, const Smtp::Submission &tried)
{
    qsizetype at = 0;
    for (Store::OutboxRecipient &recipient : mail.recipients) {
        if (recipient.state != State::Pending || at >= tried.recipients.size())
            continue;
        const Smtp::Reply &reply = tried.recipients.at(at++);
        note(recipient, reply);
        if (reply.isPermanent())
            recipient.state = State::Rejected;
        else if (tried.end == End::Accepted && reply.isPositive())
            recipient.state = State::Accepted;
    }
}

/// A refusal of the mail itself applies to all pending recipients.
void rejectPending(Store::OutboxMail &mail, const Smtp::Reply &reply)
{
    for (Store::OutboxRecipient &recipient : mail.recipients) {
        if (recipient.state != State::Pending)
            continue;
        recipient.state = State::Rejected;
        if (reply.code != 0)
            note(recipient, reply);
    }
}

bool hasAny(const Store::OutboxMail &mail, State state)
{
    return std::ranges::any_of(mail.recipients,
                               [state](const auto &one) { return one.state == state; });
}

QByteArray failureOf(const Smtp::Submission &tried)
{
    switch (tried.error->code) {
    case Error::Code::Unauthorized:
    case Error::Code::SecretMissing:
        return "auth";
    case Error::Code::BadRequest:
        return "unfit";
    case Error::Code::Tls:
    case Error::Code::Certificate:
        return "tls";
    case Error::Code::SecretLocked:
    case Error::Code::SecretUnreadable:
        return "secret";
    default:
        break;
    }
    if (tried.reply.isAboutLogin())
        return "auth";
    if (tried.end == End::Refused)
        return "rejected";
    return tried.reply.code == 0 ? "unreachable" : "deferred";
}

void noteFailure(Store::OutboxMail &mail, const Smtp::Submission &tried)
{
    mail.failure = failureOf(tried);
    mail.lastError = tried.error->message;
    mail.smtpCode = tried.reply.code;
    mail.enhancedCode = tried.reply.enhanced;
    mail.response = tried.reply.code == 0 ? QString() : tried.reply.text();
}

/// The server accepted the mail, but deferred some recipients.
void noteDelay(Store::OutboxMail &mail)
{
    const auto waiting =
        std::ranges::find(mail.recipients, State::Pending, &Store::OutboxRecipient::state);
    mail.failure = "deferred";
    mail.lastError = u"The server refused some of the recipients temporarily."_s;
    mail.smtpCode = waiting->code;
    mail.enhancedCode = waiting->enhancedCode;
    mail.response = waiting->response;
}

void end(Store::OutboxMail &mail, const QByteArray &status, qint64 nowMs)
{
    mail.status = status;
    mail.nextAttemptAtMs = 0;
    mail.endedAt = nowMs / 1000;
    if (status == "sent" && !mail.sentAt)
        mail.sentAt = nowMs / 1000;
}

/// The time of the next attempt; 0: there is none.
qint64 nextTryMs(const Store::OutboxMail &mail, const RetryPolicy &policy, Moment moment)
{
    if (!mail.wantsQueue || policy.waits.isEmpty())
        return 0;
    const qsizetype n = std::clamp<qsizetype>(mail.attempts - 1, 0, policy.waits.size() - 1);
    const double factor = 0.8 + 0.4 * moment.chance;
    const std::chrono::milliseconds wait = policy.waits.at(n);
    const qint64 at = moment.nowMs + qint64(double(wait.count()) * factor);
    return at <= mail.giveUpAtMs ? at : 0;
}

} // namespace

std::chrono::milliseconds RetryPolicy::longestWait() const
{
    const seconds longest = waits.isEmpty() ? seconds(0) : *std::ranges::max_element(waits);
    return std::chrono::milliseconds(longest) * 12 / 10;
}

Store::OutboxMail afterTry(Store::OutboxMail mail, const Smtp::Submission &tried,
                           const RetryPolicy &policy, Moment moment)
{
    mail.isHandedOver = tried.end == End::Unknown;
    if (tried.error)
        noteFailure(mail, tried);
    if (tried.end == End::Unknown) {
        end(mail, "unknown", moment.nowMs);
        return mail;
    }
    noteAnswers(mail, tried);
    const bool isAboutMail = mail.failure != "auth" && mail.failure != "unfit";
    if (tried.end == End::Refused) {
        if (isAboutMail)
            rejectPending(mail, tried.reply);
        end(mail, hasAny(mail, State::Accepted) ? "sent" : "failed", moment.nowMs);
        return mail;
    }
    if (tried.end == End::Accepted) {
        mail.failure.clear();
        mail.lastError.clear();
        mail.smtpCode = tried.reply.code;
        mail.enhancedCode = tried.reply.enhanced;
        mail.response = tried.reply.text();
        mail.sentAt = moment.nowMs / 1000;
    }
    if (!hasAny(mail, State::Pending)) {
        end(mail, hasAny(mail, State::Accepted) ? "sent" : "failed", moment.nowMs);
        return mail;
    }
    if (const qint64 next = nextTryMs(mail, policy, moment)) {
        mail.status = "queued";
        mail.nextAttemptAtMs = next;
        if (tried.end == End::Accepted)
            noteDelay(mail);
        return mail;
    }
    const bool isPartly = hasAny(mail, State::Accepted);
    if (isPartly)
        rejectPending(mail, {});
    end(mail, isPartly ? "sent" : "failed", moment.nowMs);
    return mail;
}

Store::OutboxMail afterInterruption(Store::OutboxMail mail, qint64 nowMs)
{
    if (mail.isHandedOver) {
        mail.lastError =
            u"The service ended before the server answered; the mail may have arrived."_s;
        mail.failure = "unreachable";
        end(mail, "unknown", nowMs);
        return mail;
    }
    mail.status = "queued";
    mail.attempts = std::max(0, mail.attempts - 1); // an interrupted attempt does not count
    mail.nextAttemptAtMs = nowMs;
    return mail;
}

Store::OutboxMail asNew(Store::OutboxMail mail, const RetryPolicy &policy, qint64 nowMs)
{
    for (Store::OutboxRecipient &recipient : mail.recipients) {
        if (recipient.state == State::Rejected)
            recipient.state = State::Pending;
    }
    mail.status = "queued";
    mail.isHandedOver = false;
    mail.wantsQueue = true;
    mail.attempts = 0;
    mail.nextAttemptAtMs = nowMs;
    mail.giveUpAtMs = nowMs + std::chrono::milliseconds(policy.giveUpAfter).count();
    mail.endedAt.reset();
    return mail;
}

} // namespace Outbox
