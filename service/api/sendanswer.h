// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/jsonwriter.h"
#include "http/response.h"
#include "store/queue/outboxmail.h"

#include <optional>

namespace Api {

/** The answer to a request to send; it can be stored and sent again. */
struct SendAnswer {
    int status = 200;
    QByteArray message;                ///< for people
    Json::Bytes data = "null";         ///< JSON
    std::optional<ApiFailure> failure; ///< then nothing else counts

    friend bool operator==(const SendAnswer &, const SendAnswer &) = default;
};

/**
 * The status is 200 for a sent mail, and 202 for one that is queued, being sent, or handed over without
 * an answer. For a failed mail the answer is the failure of its last attempt.
 */
SendAnswer sendAnswer(const Store::OutboxMail &mail);

Http::Response toResponse(const SendAnswer &answer);

/// For the Idempotency-Key: the same answer again.
Json::Bytes toJson(const SendAnswer &answer);
SendAnswer sendAnswerFrom(const Json::Bytes &json);

/// One mail of the outbox; `isWhole` false: as lists show it, with the first 20 recipients.
void writeOutboxMail(Json::Writer &json, const Store::OutboxMail &mail, bool isWhole);

} // namespace Api
