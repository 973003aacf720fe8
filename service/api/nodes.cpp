// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/nodes.h"

#include "api/failure.h"
#include "api/handlers.h"
#include "common/timestamp.h"
#include "nodes/membership.h"
#include "store/mail/accounts.h"
#include "store/nodes/nodes.h"
#include "store/sql/session.h"

#include <QSysInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

QByteArray statusOf(const Store::Node &node)
{
    if (!node.isAlive)
        return "lost";
    return node.isDraining ? "stopping" : "running";
}

Json::Bytes nodesJson(const QList<Store::Node> &nodes, qint64 ownId)
{
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::Node &node : nodes) {
        json.beginObject().key("id").value(node.id).key("name").value(node.name);
        json.key("address");
        if (node.address.isEmpty())
            json.null();
        else
            json.value(node.address);
        json.key("version").value(node.version).key("status").value(statusOf(node));
        json.key("startedAt").value(Timestamp::toIso(node.startedAt));
        json.key("lastSeenAt").value(Timestamp::toIso(node.beatAt));
        json.key("accounts").value(node.accounts);
        json.key("isThis").value(node.id == ownId).endObject();
    }
    json.endArray().endObject();
    return json.take();
}

// A service that has its database for itself is in no table.
Result<QList<Store::Node>> onlyThis(Store::Session &session, qint64 startedAt)
{
    const Result<QList<Store::Account>> accounts = Store::accounts(session);
    RETURN_IF_ERROR(accounts);
    Store::Node node{ .id = 1,
                      .name = QSysInfo::machineHostName(),
                      .version = QStringLiteral(POSTRIDER_VERSION),
                      .isAlive = true,
                      .startedAt = startedAt,
                      .beatAt = session.now() };
    node.accounts = std::ranges::count_if(
        *accounts, [](const Store::Account &account) { return account.status != "disabled"; });
    return QList<Store::Node>{ node };
}

} // namespace

void addNodeRoutes(Http::Router &router, Store::Database &database,
                   const Nodes::Membership *membership)
{
    const qint64 startedAt = SystemClock().now();
    const auto list = [membership,
                       startedAt](const Http::Request &request,
                                  Store::Session &session) -> Result<Json::Bytes, ApiFailure> {
        if (!Access::isAdmin(request))
            return failed(ApiError::Forbidden);
        const Result<QList<Store::Node>> nodes =
            membership ? Store::nodes(session) : onlyThis(session, startedAt);
        if (!nodes)
            return storageFailure(nodes.error());
        return nodesJson(*nodes, membership ? membership->id() : 1);
    };
    router.add("GET", "/api/v1/nodes", { .handler = Handlers(database).reading(list) });
}

} // namespace Api
