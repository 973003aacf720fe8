// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/failure.h"

#include <QLoggingCategory>

Q_LOGGING_CATEGORY(apiLog, "postrider.api", QtInfoMsg)

namespace Api {

ApiFailure storageFailure(const Error &error)
{
    qCWarning(apiLog).noquote() << error.message;
    switch (error.code) {
    case Error::Code::StorageFull:
        return { .error = ApiError::StorageFull, .message = {}, .details = {} };
    case Error::Code::Storage:
        return { .error = ApiError::StorageUnavailable,
                 .message = {},
                 .details = {},
                 .retryAfterSeconds = 1 };
    case Error::Code::OutcomeUnknown: // no Retry-After: a repetition may do it twice
        return { .error = ApiError::OutcomeUnknown, .message = {}, .details = {} };
    case Error::Code::SecretLocked: // the user can unlock the keychain, so the message is sent
        return { .error = ApiError::StorageUnavailable,
                 .message = error.message,
                 .details = {},
                 .retryAfterSeconds = 5 };
    default:
        return { .error = ApiError::InternalError, .message = {}, .details = {} };
    }
}

} // namespace Api
