// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/nodes/accountrequests.h"
#include "store/sql/event.h"
#include "store/sql/fence.h"

#include <QByteArray>
#include <QCoroTask>

namespace Nodes {

/** Synchronises the accounts whose leases this node has. Called on the thread of the Membership. */
class Follower
{
public:
    virtual ~Follower() = default;
    virtual void follow(const Store::Fence &lease) = 0;
    /// Resumes when nothing of the account runs any more, and its lease is given back.
    virtual QCoro::Task<void> leave(qint64 accountId) = 0;
    /// Ends all accounts; returns at once.
    virtual void leaveAll() = 0;
    virtual void carryOut(const Store::AccountRequest &request) = 0;
    virtual void tookOver() = 0; ///< accounts that another node had
};

/** Receives what other nodes report of their accounts. Called on the thread of the Membership. */
class Listener
{
public:
    virtual ~Listener() = default;
    /// As it was given to Membership::noteState(). Repeated for some seconds.
    virtual void stateChanged(qint64 accountId, const QByteArray &state) = 0;
    virtual void happened(const Store::Event &transientEvent) = 0;
    /// Another program has changed the schema, so that this one cannot use the database any more and has to end.
    virtual void outdated(const QString &why) = 0;
};

} // namespace Nodes
