// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Crypto {
class KeyRing;
}

/**
 * The services that share a PostgreSQL database. Every function runs on the coordinating session
 * (Database::coordinate()), except nodes(), which may run on any. Times are those of the database's clock, so
 * the clocks of the nodes do not matter.
 */
namespace Store {

class Session;

/** What a node says about itself. */
struct NodeInfo {
    QString uuid; ///< the same after a restart (Nodes::Identity)
    QString name; ///< for people: of its machine, or as configured
    QString address;
    QString version;
    QByteArray keyId; ///< of the key that seals its secrets (Crypto::KeyRing)
};

/** One row of the table of nodes. */
struct Node {
    qint64 id = 0;
    QString name;
    QString address;
    QString version;
    bool isDraining = false; ///< it is being stopped and takes no more accounts
    bool isAlive = false;    ///< it beat within the last 12 s
    qint64 startedAt = 0;    ///< seconds since 1970
    qint64 beatAt = 0;
    qint64 accounts = 0; ///< whose leases it has
};

/** How many nodes there are. */
struct NodesNow {
    qint64 known = 0;      ///< also lost ones
    qint64 live = 0;       ///< alive, and not being stopped
    qint64 first = 0;      ///< the lowest id of those
    qint64 ofMinuteMs = 0; ///< how much of a minute has passed, by the clock of the database
};

/// Adds a node and returns its id, a new one each time. Removes the row of its former process, which has ended: other
/// nodes, and this one, may take its accounts.
Result<qint64> joinNodes(Session &session, const NodeInfo &info);

/// The node is alive. False: its row does not exist any more.
Result<bool> noteBeat(Session &session, qint64 nodeId, bool isDraining);

/// Removes the node. Accounts whose leases it has may be taken at once.
Result<void> leaveNodes(Session &session, qint64 nodeId);

/// Removes nodes that died more than an hour ago.
Result<void> removeDeadNodes(Session &session, qint64 exceptId);

Result<NodesNow> nodesNow(Session &session);

Result<QList<Node>> nodes(Session &session);

/// Error::Conflict: a node that is alive seals its secrets with a key that this service does not have, so neither could
/// read the passwords that the other stores. On any session.
Result<void> checkKeys(Session &session, const Crypto::KeyRing &keys, const QString &ownUuid);

/// Sends a notice to all other nodes (Database::onNotice()), of at most 7,000 bytes. It is lost where a node does
/// not listen at the moment. An empty one: there may be requests, or leases to take.
Result<void> notifyNodes(Session &session, const QByteArray &notice = {});

} // namespace Store
