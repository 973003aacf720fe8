// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/apierror.h"

#include <algorithm>

const QList<ApiErrorInfo> &apiErrors()
{
    static const QList<ApiErrorInfo> table = {
        { ApiError::InvalidRequest, "invalid_request", "The request body must be a JSON object." },
        { ApiError::ValidationFailed, "validation_failed",
          "A field is missing, has the wrong type or is out of range." },
        { ApiError::IdMismatch, "id_mismatch",
          "The id in the body differs from the id in the path." },
        { ApiError::InvalidParameter, "invalid_parameter",
          "A query parameter has a value that is not allowed." },
        { ApiError::InvalidSort, "invalid_sort", "This sort field or order is not allowed." },
        { ApiError::InvalidId, "invalid_id", "The id in the path must be a positive integer." },
        { ApiError::InvalidRecipient, "invalid_recipient",
          "A recipient is not a valid e-mail address." },
        { ApiError::IllegalCharacters, "illegal_characters",
          "Line breaks and NUL are not allowed here." },
        { ApiError::AttachmentNotAllowed, "attachment_not_allowed",
          "The attachment does not exist or may not be sent." },
        { ApiError::SmtpNotConfigured, "smtp_not_configured",
          "The account has no SMTP server; set smtp_host." },
        { ApiError::WebhookUrlNotAllowed, "webhook_url_not_allowed",
          "This webhook address is not allowed." },
        { ApiError::InvalidSubscription, "invalid_subscription",
          "The push subscription is not valid." },
        { ApiError::OAuthStateUnknown, "oauth_state_unknown",
          "This sign-in was not begun here, or it took too long, or it is done; begin again." },
        { ApiError::OAuthRefused, "oauth_refused",
          "The sign-in was refused at the provider; begin again." },
        { ApiError::NoUnsubscribe, "no_unsubscribe",
          "This mail names no address that takes you off its list with one call; look for a link "
          "in "
          "its text." },
        { ApiError::TokenMissing, "token_missing",
          "Log in first: the request has no bearer token." },
        { ApiError::TokenInvalid, "token_invalid", "The token is not valid; log in again." },
        { ApiError::TokenExpired, "token_expired", "The token has expired; log in again." },
        { ApiError::BadCredentials, "bad_credentials", "The user name or the password is wrong." },
        { ApiError::Forbidden, "forbidden", "Your role does not allow this." },
        { ApiError::RouteNotFound, "route_not_found", "There is nothing at this address." },
        { ApiError::MailNotFound, "mail_not_found", "There is no mail with this id." },
        { ApiError::AccountNotFound, "account_not_found", "There is no account with this id." },
        { ApiError::DraftNotFound, "draft_not_found", "There is no draft with this id." },
        { ApiError::WebhookNotFound, "webhook_not_found", "There is no webhook with this id." },
        { ApiError::AttachmentNotFound, "attachment_not_found",
          "There is no attachment with this id." },
        { ApiError::OutboxNotFound, "outbox_not_found", "There is no queued mail with this id." },
        { ApiError::MethodNotAllowed, "method_not_allowed",
          "This address does not answer this method." },
        { ApiError::RequestTimeout, "request_timeout", "The request was not complete in time." },
        { ApiError::AccountExists, "account_exists", "This mailbox account exists already." },
        { ApiError::UserExists, "user_exists", "This user exists already." },
        { ApiError::AccountDisabled, "account_disabled",
          "The account is disabled; enable it first." },
        { ApiError::IdempotencyConflict, "idempotency_conflict",
          "This Idempotency-Key was used with a different body." },
        { ApiError::DraftConflict, "draft_conflict", "The draft was changed meanwhile." },
        { ApiError::OutboxNotCancellable, "outbox_not_cancellable",
          "The mail is already sent or being sent." },
        { ApiError::LimitReached, "limit_reached",
          "You have as many of these as a user may have; delete some that you do not need." },
        { ApiError::BodyTooLarge, "body_too_large", "The request body is too large." },
        { ApiError::AttachmentsTooLarge, "attachments_too_large",
          "The attachments are too large." },
        { ApiError::UriTooLong, "uri_too_long", "The request address is too long." },
        { ApiError::UnsupportedMediaType, "unsupported_media_type",
          "Send the body as application/json." },
        { ApiError::RangeNotSatisfiable, "range_not_satisfiable",
          "The range begins behind the end of the content." },
        { ApiError::HostNotAllowed, "host_not_allowed",
          "This host name is not served here; add it to allowed_hosts." },
        { ApiError::TooManyLogins, "too_many_logins", "Too many failed logins; try again later." },
        { ApiError::RateLimited, "rate_limited", "Too many requests; try again later." },
        { ApiError::TooManyStreams, "too_many_streams", "Too many event streams are open." },
        { ApiError::HeadersTooLarge, "headers_too_large", "The request headers are too large." },
        { ApiError::InternalError, "internal_error",
          "Something went wrong here; the log has the details under this request id." },
        { ApiError::ImapUnreachable, "imap_unreachable", "The mail server could not be reached." },
        { ApiError::ImapAuthFailed, "imap_auth_failed", "The mail server refused the login." },
        { ApiError::SmtpUnreachable, "smtp_unreachable", "The SMTP server could not be reached." },
        { ApiError::SmtpAuthFailed, "smtp_auth_failed", "The SMTP server refused the login." },
        { ApiError::SmtpRejected, "smtp_rejected", "The SMTP server refused the mail." },
        { ApiError::OAuthProviderFailed, "oauth_provider_failed",
          "The provider of the sign-in could not be asked." },
        { ApiError::UnsubscribeFailed, "unsubscribe_failed",
          "The sender could not be asked to take you off the list." },
        { ApiError::NotReady, "not_ready", "The service is starting or stopping; try again soon." },
        { ApiError::PushUnavailable, "push_unavailable",
          "Browser push is not available: its key cannot be opened." },
        { ApiError::StorageUnavailable, "storage_unavailable",
          "The database is not available; try again soon." },
        { ApiError::Overloaded, "overloaded", "Too many requests are waiting; try again soon." },
        { ApiError::OutcomeUnknown, "outcome_unknown",
          "The database was lost while it stored this: it may be stored or not. Look whether it is "
          "there before you repeat the request." },
        { ApiError::UpstreamTimeout, "upstream_timeout",
          "The mail server did not answer in time." },
        { ApiError::StorageFull, "storage_full", "There is no space left to store this." },
    };
    return table;
}

const ApiErrorInfo &apiErrorInfo(ApiError error)
{
    const QList<ApiErrorInfo> &table = apiErrors();
    const auto row = std::ranges::lower_bound(table, error, {}, &ApiErrorInfo::error);
    Q_ASSERT(row != table.end() && row->error == error);
    return *row;
}
