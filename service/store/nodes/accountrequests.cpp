// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/nodes/accountrequests.h"

#include "store/nodes/nodes.h"
#include "store/sql/session.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Kind = AccountRequest::Kind;

struct NamedKind {
    Kind kind;
    const char *name;
};

constexpr std::array<NamedKind, 4> kinds{ { { Kind::Pass, "pass" },
                                            { Kind::Restart, "restart" },
                                            { Kind::Store, "store" },
                                            { Kind::Body, "body" } } };

QByteArray nameOf(Kind kind)
{
    return std::ranges::find(kinds, kind, &NamedKind::kind)->name;
}

// A kind that only a newer version knows counts as a pass, which does no harm.
Kind kindOf(const QByteArray &name)
{
    const auto found =
        std::ranges::find_if(kinds, [&](const NamedKind &k) { return name == k.name; });
    return found == kinds.end() ? Kind::Pass : found->kind;
}

} // namespace

Result<void> addRequest(Session &session, const AccountRequest &request)
{
    RETURN_IF_ERROR(session.query("account_requests_insert")
                        .bind(u":account"_s, request.accountId)
                        .bindName(u":kind"_s, nameOf(request.kind))
                        .bind(u":folder_id"_s, request.folderId)
                        .bind(u":mail_id"_s, request.mailId)
                        .bind(u":uid"_s, request.uid)
                        .bind(u":size"_s, request.size)
                        .run());
    return notifyNodes(session);
}

Result<QList<AccountRequest>> takeRequests(Session &session, qint64 nodeId)
{
    Query rows = session.query("account_requests_take");
    rows.bind(u":node"_s, nodeId).exec();
    QList<AccountRequest> requests;
    while (rows.next())
        requests.append({ rows.int64("account_id"), kindOf(rows.bytes("kind")),
                          rows.int64("folder_id"), rows.int64("mail_id"), rows.uint32("uid"),
                          rows.int64("size") });
    return rows.failed() ? Result<QList<AccountRequest>>(rows.error()) : requests;
}

Result<void> pruneRequests(Session &session)
{
    return session.query("account_requests_prune").run();
}

} // namespace Store
