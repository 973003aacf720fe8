// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

/**
 * Every error that the API can answer. The value is HTTP status x 100 + number and stable once
 * released: clients switch on it. The table in apierror.cpp gives each its slug and default text.
 */
enum class ApiError : int {
    InvalidRequest = 40000,
    ValidationFailed = 40001,
    IdMismatch = 40002,
    InvalidParameter = 40003,
    InvalidSort = 40004,
    InvalidId = 40005,
    InvalidRecipient = 40006,
    IllegalCharacters = 40007,
    AttachmentNotAllowed = 40008,
    SmtpNotConfigured = 40009,
    WebhookUrlNotAllowed = 40010,
    InvalidSubscription = 40011,
    OAuthStateUnknown = 40012,
    OAuthRefused = 40013,
    NoUnsubscribe = 40014,
    TokenMissing = 40101,
    TokenInvalid = 40102,
    TokenExpired = 40103,
    BadCredentials = 40104,
    Forbidden = 40301,
    RouteNotFound = 40400,
    MailNotFound = 40401,
    AccountNotFound = 40402,
    DraftNotFound = 40403,
    WebhookNotFound = 40404,
    AttachmentNotFound = 40405,
    OutboxNotFound = 40406,
    MethodNotAllowed = 40500,
    RequestTimeout = 40800,
    AccountExists = 40901,
    UserExists = 40902,
    AccountDisabled = 40903,
    IdempotencyConflict = 40904,
    DraftConflict = 40905,
    OutboxNotCancellable = 40906,
    LimitReached = 40907,
    BodyTooLarge = 41301,
    AttachmentsTooLarge = 41302,
    UriTooLong = 41400,
    UnsupportedMediaType = 41500,
    RangeNotSatisfiable = 41600,
    HostNotAllowed = 42100,
    TooManyLogins = 42901,
    RateLimited = 42902,
    TooManyStreams = 42903,
    HeadersTooLarge = 43100,
    InternalError = 50000,
    ImapUnreachable = 50201,
    ImapAuthFailed = 50202,
    SmtpUnreachable = 50203,
    SmtpAuthFailed = 50204,
    SmtpRejected = 50205,
    OAuthProviderFailed = 50206,
    UnsubscribeFailed = 50207,
    ImageUnavailable = 50208,
    NotReady = 50301,
    PushUnavailable = 50302,
    StorageUnavailable = 50303,
    Overloaded = 50304,
    OutcomeUnknown = 50305,
    UpstreamTimeout = 50400,
    StorageFull = 50700,
};

/** The table's entry for one error. */
struct ApiErrorInfo {
    ApiError error;
    const char *slug; ///< the string `error` of the answer, e.g. `mail_not_found`
    const char *text; ///< default English message
};

/// One row for each ApiError, ascending; the source of the documentation too.
const QList<ApiErrorInfo> &apiErrors();

/// The row of one error; cost: a binary search.
const ApiErrorInfo &apiErrorInfo(ApiError error);

/// The HTTP status that goes with an error.
constexpr int httpStatus(ApiError error)
{
    return int(error) / 100;
}

/** Which input was wrong, e.g. {"to[0]", "is not an e-mail address"}. */
struct ApiErrorDetail {
    QString field;
    QString reason;

    bool operator==(const ApiErrorDetail &) const = default;
};

/** A refused API call: the answer to the client, without the request id. */
struct ApiFailure {
    ApiError error = ApiError::InternalError;
    QString message; ///< empty: the table's text
    QList<ApiErrorDetail> details;
    int retryAfterSeconds = 0; ///< > 0: sent as Retry-After

    bool operator==(const ApiFailure &) const = default;
};
