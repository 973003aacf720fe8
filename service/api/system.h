// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/router.h"
#include "store/database.h"

namespace Api {

/// GET /health (it runs), /health/ready (the database is there, from memory) and /openapi.json.
void addSystemRoutes(Http::Router &router, Store::Database &database);

} // namespace Api
