// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/serveridentity.h"

namespace Store {

class Session;

/**
 * The transaction of one job on a session that reads through a pooler (Session::readThroughPool()), from its
 * construction to its destruction: all statements of the job run in one session of the server, with the
 * settings of a reader. Does nothing on other sessions.
 *
 * If BEGIN or a statement fails, every later statement of the job fails with that error.
 */
class PooledRead
{
public:
    explicit PooledRead(Session &session);
    ~PooledRead();
    PooledRead(const PooledRead &) = delete;
    PooledRead &operator=(const PooledRead &) = delete;

private:
    Session &m_session;
};

/// Checks that `pooled`, a session that reads through a pooler, is on this database. Error::Storage: it is on
/// another one.
Result<void> checkIsOn(const DatabaseIdentity &database, Session &pooled);

} // namespace Store
