// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"

namespace Api {

/// GET and PUT /api/v1/settings: how the user of the token has set up the clients.
void addSettingsRoutes(Http::Router &router, Store::Database &database);

} // namespace Api
