// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "common/jsonwriter.h"
#include "http/router.h"
#include "store/db/database.h"

#include <functional>

namespace Api {

/** The answer of a call that changed data. */
struct Change {
    Json::Bytes data = "null";
    QByteArray message; ///< what was done, for people
    int status = 200;
    QList<qint64> toStore = {}; ///< accounts whose servers get the change
};

/// A call that only reads: the payload of its answer. Runs on a reader of the database.
using Read =
    std::function<Result<Json::Bytes, ApiFailure>(const Http::Request &, Store::Session &)>;
/// A call that changes something, with a transaction of its own. Runs on the writer.
using Write = std::function<Result<Change, ApiFailure>(const Http::Request &, Store::Session &)>;

/**
 * Makes handlers from plain functions: a handler is called on the http thread, runs the function on a
 * database thread and sends its result to the client. It answers 50304 if too many calls wait already.
 */
class Handlers
{
public:
    explicit Handlers(Store::Database &database) : m_database(database) { }

    Http::Route::Handler reading(Read read) const;
    Http::Route::Handler writing(Write write) const;

private:
    Store::Database &m_database;
};

/// Sends the answer of a change, or the failure.
void answer(const Http::Reply &reply, Result<Change, ApiFailure> result);

/// A failure with the standard message of its error.
ApiFailure failed(ApiError error);

/// NotFound becomes `notFound`, every other error the result of storageFailure().
ApiFailure failedLookup(const Error &error, ApiError notFound);

} // namespace Api
