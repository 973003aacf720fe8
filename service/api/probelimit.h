// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/router.h"
#include "store/db/database.h"

namespace Api {

/**
 * The limit of a user for calls that connect to hosts that the user names: without it such calls could scan a network.
 * The calls at this service are counted by the http room. If several services use the database, the calls
 * at all of them are then counted there. On the http thread; outlives its routes.
 */
class ProbeLimit
{
public:
    /// 0 calls: no limit.
    ProbeLimit(Store::Database &database, int callsPerMinute)
        : m_database(database), m_callsPerMinute(callsPerMinute)
    {
    }

    /// The route with the limit. Routes of one bucket are counted together.
    Http::Route limited(const QByteArray &bucket, Http::Route route) const;

private:
    QCoro::Task<> call(Http::Route route, Http::Request request, Http::Reply reply) const;

    Store::Database &m_database;
    const int m_callsPerMinute;
};

} // namespace Api
