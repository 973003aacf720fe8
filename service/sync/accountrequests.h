// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/bodyrequest.h"

#include <utility>

class QObject;

namespace Sync {

/**
 * What users and other code requested of an account's synchronisation, and what is not done yet. It is
 * kept from one connection to the next. Lives on a sync thread.
 */
class AccountRequests
{
public:
    /// A pass over the folders, as soon as possible.
    void requestPass() { m_isPassRequested = true; }
    bool isPassRequested() const { return m_isPassRequested; }
    bool takePass() { return std::exchange(m_isPassRequested, false); }

    /// There may be changes of users to store at the mail server.
    void requestStoring() { m_hasChangesToStore = true; }
    bool hasChangesToStore() const { return m_hasChangesToStore; }
    bool takeChangesToStore() { return std::exchange(m_hasChangesToStore, false); }

    /// The server's lists of changes are not trusted: the next full pass compares the folders as a
    /// whole.
    void distrust() { m_isDistrusted = true; }
    void trust() { m_isDistrusted = false; }
    bool isDistrusted() const { return m_isDistrusted; }

    /// What was read of the account and its folders is outdated, because the database is in another
    /// state.
    void outdate() { m_isOutdated = true; }
    bool takeOutdated() { return std::exchange(m_isOutdated, false); }

    /// A user waits for this body. Finishes with Timeout after 10 s; `context` owns the timer.
    Async::Completion<Result<void>> requestBody(qint64 folderId, Store::BodyWanted mail,
                                                QObject *context);
    /// Those that are not fetched yet. The folders of a connection take their own out of the list.
    BodyRequests &bodies() { return m_bodies; }
    bool hasBodies() const { return !m_bodies.isEmpty(); }
    /// Ends all waits for bodies with this error.
    void endBodies(const Error &why);

private:
    bool m_isPassRequested = false;
    bool m_hasChangesToStore = false;
    bool m_isDistrusted = false;
    bool m_isOutdated = false;
    BodyRequests m_bodies;
};

} // namespace Sync
