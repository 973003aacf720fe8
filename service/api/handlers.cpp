// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/handlers.h"

#include "api/failure.h"

namespace Api {

Http::Route::Handler Handlers::reading(Read read) const
{
    Store::Database *database = &m_database;
    return
        [database, read = std::move(read)](const Http::Request &request, const Http::Reply &reply) {
            const bool accepted = database->read([read, request, reply](Store::Session &session) {
                if (!reply.isWanted())
                    return;
                const Result<Json::Bytes, ApiFailure> data = read(request, session);
                if (data)
                    reply.send(Http::Response::data(*data));
                else
                    reply.fail(data.error());
            });
            if (!accepted)
                reply.fail(failed(ApiError::Overloaded));
        };
}

Http::Route::Handler Handlers::writing(Write write) const
{
    Store::Database *database = &m_database;
    return [database, write = std::move(write)](const Http::Request &request,
                                                const Http::Reply &reply) {
        // The change is made even if the client has left, because it was requested.
        const bool accepted = database->write([write, request, reply](Store::Session &session) {
            answer(reply, write(request, session));
        });
        if (!accepted)
            reply.fail(failed(ApiError::Overloaded));
    };
}

void answer(const Http::Reply &reply, Result<Change, ApiFailure> result)
{
    if (result)
        reply.send(Http::Response::data(result->data, result->message, result->status));
    else
        reply.fail(result.error());
}

ApiFailure failed(ApiError error)
{
    ApiFailure failure{ .error = error };
    if (error == ApiError::Overloaded)
        failure.retryAfterSeconds = 1;
    return failure;
}

ApiFailure failedLookup(const Error &error, ApiError notFound)
{
    return error.code == Error::Code::NotFound ? failed(notFound) : storageFailure(error);
}

} // namespace Api
