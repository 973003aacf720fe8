// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {

class Session;

/**
 * While this object exists, statements of the session may take TimeLimits::longWork: for
 * maintenance and migrations. Outside of a transaction. Does nothing on SQLite.
 */
class LongWork
{
public:
    explicit LongWork(Session &session);
    ~LongWork();
    LongWork(const LongWork &) = delete;
    LongWork &operator=(const LongWork &) = delete;

private:
    Session &m_session;
};

} // namespace Store
