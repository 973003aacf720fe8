// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/nodes/nodes.h"

#include "crypto/keyring.h"
#include "store/events/eventfeed.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"
#include "store/sql/sqltext.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<Node> nodeColumns{
    { "id", &Node::id },
    { "name", &Node::name },
    { "address", &Node::address },
    { "version", &Node::version },
    { "is_draining", &Node::isDraining },
    { "is_alive", &Node::isAlive },
    { "started_at", &Node::startedAt },
    { "beat_at", &Node::beatAt },
    { "accounts", &Node::accounts },
};

const Columns<NodesNow> nowColumns{
    { "known", &NodesNow::known },
    { "live", &NodesNow::live },
    { "first", &NodesNow::first },
    { "of_minute_ms", &NodesNow::ofMinuteMs },
};

} // namespace

Result<qint64> joinNodes(Session &session, const NodeInfo &info)
{
    RETURN_IF_ERROR(session.query("nodes_remove").bind(u":uuid"_s, info.uuid).run());
    return session.query("nodes_join")
        .bind(u":uuid"_s, info.uuid)
        .bind(u":name"_s, info.name)
        .bind(u":address"_s, info.address)
        .bind(u":version"_s, info.version)
        .bindName(u":key_id"_s, info.keyId.toHex())
        .bind(u":known_schema"_s, newestVersion(session.engine()))
        .readNumber();
}

Result<bool> noteBeat(Session &session, qint64 nodeId, bool isDraining)
{
    Query query = session.query("nodes_beat");
    query.bind(u":id"_s, nodeId).bind(u":is_draining"_s, isDraining);
    const Result<std::optional<qint64>> found = query.readValue<qint64>();
    RETURN_IF_ERROR(found);
    return found->has_value();
}

Result<void> leaveNodes(Session &session, qint64 nodeId)
{
    return session.query("nodes_leave").bind(u":id"_s, nodeId).run();
}

Result<void> removeDeadNodes(Session &session, qint64 exceptId)
{
    return session.query("nodes_remove_dead").bind(u":id"_s, exceptId).run();
}

Result<NodesNow> nodesNow(Session &session)
{
    const auto now = session.query("nodes_now").readFirst(nowColumns);
    RETURN_IF_ERROR(now);
    return now->value_or(NodesNow());
}

Result<QList<Node>> nodes(Session &session)
{
    return session.query("nodes_all").readAll(nodeColumns);
}

Result<void> checkKeys(Session &session, const Crypto::KeyRing &keys, const QString &ownUuid)
{
    Query rows = session.query("nodes_keys");
    rows.bind(u":uuid"_s, ownUuid).exec();
    while (rows.next()) {
        if (!keys.find(QByteArray::fromHex(rows.bytes("key_id"))))
            return Error{ Error::Code::Conflict,
                          u"The service %1 at %2 uses this database with another master key. All "
                          "services on one database need the same key: give them the same file "
                          "with POSTRIDER_KEY_FILE."_s.arg(rows.text("name"),
                                                           rows.text("address")) };
    }
    return rows.result();
}

Result<void> notifyNodes(Session &session, const QByteArray &notice)
{
    const QString text = EventFeed::ownTag() + u' ' + QString::fromUtf8(notice);
    const Result<qint64> sent = session.query("nodes_notify").bind(u":text"_s, text).readNumber();
    return sent ? Result<void>() : Result<void>(sent.error());
}

} // namespace Store
