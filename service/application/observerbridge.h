// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nodes/follower.h"
#include "sync/context.h"

#include <functional>

class HttpRuntime;

namespace Nodes {
class Membership;
}

/**
 * Passes the state and the transient events of accounts to the http thread: those of this service from the sync
 * threads, and also to the other nodes; those of other nodes from the thread of the Membership.
 */
class ObserverBridge : public Sync::Observer, public Nodes::Listener
{
public:
    explicit ObserverBridge(HttpRuntime &http) : m_http(http) { }

    /// To be called before anything is observed. `endOutdated` is called on the thread of the Membership.
    void shareWith(Nodes::Membership *nodes, std::function<void(const QString &why)> endOutdated)
    {
        m_nodes = nodes;
        m_endOutdated = std::move(endOutdated);
    }

    void runtimeChanged(qint64 accountId, Sync::Runtime runtime) override;
    void indexRebuilt(Indexing::RebuildProgress progress) override;
    void observed(const Store::Event &event) override;

    void stateChanged(qint64 accountId, const QByteArray &state) override;
    void happened(const Store::Event &event) override;
    void outdated(const QString &why) override { m_endOutdated(why); }

private:
    void note(qint64 accountId, const Sync::Runtime &runtime);

    HttpRuntime &m_http;
    Nodes::Membership *m_nodes = nullptr; ///< null: no other service uses the database
    std::function<void(const QString &why)> m_endOutdated;
};
