// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"

#include <QList>
#include <QString>

#include <chrono>

class QNetworkReply;

namespace Client {

/** The service's message about one field of a request. */
struct FieldProblem {
    QString field;
    QString reason;

    bool operator==(const FieldProblem &) const = default;
};

/** Why a call to the service failed. */
struct Failure {
    enum class Kind {
        Unreachable, ///< no connection, no answer in time, or TLS refused
        Refused,     ///< the service refused the call: `code` is the reason
        NotOurs,     ///< the answer is not from this service
        Unproven,    ///< the other side gave no proof of being the service; nothing was sent
    };
    Kind kind = Kind::Unreachable;
    int status = 0;  ///< HTTP status, 0 without an answer
    int code = 0;    ///< an ApiError where the service named one
    QString message; ///< one English sentence, never a secret
    std::chrono::seconds retryAfter{ 0 };
    QList<FieldProblem> details;

    bool names(const QString &field) const; ///< among `details`
    bool is(ApiError error) const { return code == int(error); }
    bool operator==(const Failure &) const = default;
};

/// The failure of a received answer; `body` is the whole body.
Failure failureOf(const QNetworkReply &reply, const QByteArray &body);

} // namespace Client
