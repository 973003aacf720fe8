// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Http {
class Router;
}
namespace Nodes {
class Membership;
}
namespace Store {
class Database;
}

namespace Api {

/// GET /nodes: the services that share the database. Without `membership` there is only this one.
void addNodeRoutes(Http::Router &router, Store::Database &database,
                   const Nodes::Membership *membership);

} // namespace Api
