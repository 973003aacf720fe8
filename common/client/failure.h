// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"

#include <QList>
#include <QString>

#include <chrono>

class QNetworkReply;

namespace Client {

/** What the service says of one field of a request. */
struct FieldProblem {
    QString field;
    QString reason;

    bool operator==(const FieldProblem &) const = default;
};

/** Why a call to the service gave nothing. */
struct Failure {
    enum class Kind {
        Unreachable, ///< no connection, no answer in time, or TLS refused
        Refused,     ///< the service said no: `code` tells why
        NotOurs,     ///< what answered is not this service
        Unproven,    ///< what answered has not proved to be it, and was sent nothing
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

/// What went wrong with an answer that has come, `body` being all of it.
Failure failureOf(const QNetworkReply &reply, const QByteArray &body);

} // namespace Client
