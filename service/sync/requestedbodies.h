// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/bodyrequest.h"

namespace Sync {

class BodyFetcher;
class FolderCursor;

/** Fetches the bodies of one folder that users wait for. Lives on a sync thread. */
class RequestedBodies
{
public:
    /// `requests`: of all folders of the account.
    RequestedBodies(BodyRequests &requests, const FolderCursor &cursor, BodyFetcher &bodies)
        : m_requests(requests), m_cursor(cursor), m_bodies(bodies)
    {
    }

    /// Takes the requests of this folder, fetches their bodies in order, and finishes each request. Ends
    /// with the first error.
    QCoro::Task<Result<void>> fetch();

private:
    BodyRequests &m_requests;
    const FolderCursor &m_cursor;
    BodyFetcher &m_bodies;
};

} // namespace Sync
