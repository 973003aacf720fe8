// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/failuretext.h"

#include <QCoreApplication>

namespace Session {

namespace {

struct Failures {
    Q_DECLARE_TR_FUNCTIONS(Session::Failures)
};

QString refusal(const Client::Failure &failure)
{
    switch (ApiError(failure.code)) {
    case ApiError::BadCredentials:
        return Failures::tr("The user name or the password is wrong.");
    case ApiError::TokenInvalid:
    case ApiError::TokenExpired:
    case ApiError::TokenMissing:
        return Failures::tr("You are no longer signed in. Please sign in again.");
    case ApiError::Forbidden:
        return Failures::tr("Your user may not do this.");
    case ApiError::TooManyLogins:
        return Failures::tr("Too many failed tries. Please wait some minutes.");
    case ApiError::RateLimited:
    case ApiError::Overloaded:
    case ApiError::NotReady:
    case ApiError::StorageUnavailable:
        return Failures::tr("The mail service is busy. Please try again in a moment.");
    case ApiError::MailNotFound:
        return Failures::tr("The mail is no longer there.");
    case ApiError::AccountNotFound:
        return Failures::tr("The mailbox is no longer there.");
    case ApiError::AccountDisabled:
        return Failures::tr("The mailbox is paused. Resume its synchronisation first.");
    case ApiError::SmtpNotConfigured:
        return Failures::tr("This mailbox has no server for sending. Please enter one first.");
    case ApiError::InvalidRecipient:
        return Failures::tr(
            "A recipient is not a valid e-mail address. Please check the recipients.");
    case ApiError::UnsubscribeFailed:
        return Failures::tr("The server of the mailing list did not accept the request, so you may "
                            "still be subscribed. Try again later, or use the link in the mail.");
    case ApiError::StorageFull:
        return Failures::tr("The disk of the mail service is full. Free some space and try again.");
    default:
        return failure.message;
    }
}

} // namespace

QString failureText(const Client::Failure &failure)
{
    switch (failure.kind) {
    case Client::Failure::Kind::Unreachable:
        return Failures::tr("The mail service does not answer. Please try again.");
    case Client::Failure::Kind::NotOurs:
        return Failures::tr(
            "The program at this address is not Postrider. Please check the address.");
    case Client::Failure::Kind::Unproven:
        return Failures::tr("The program at that address could not prove that it is your mail "
                            "service. No password was sent to it.");
    case Client::Failure::Kind::Refused:
        return refusal(failure);
    }
    Q_UNREACHABLE();
}

} // namespace Session
