// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "api/handlers.h"

namespace Api {

/**
 * GET /api/v1/accounts/:id/folders: the folders at an account's server as it listed them last, and
 * folders that are only in the database. Read from the database; the mail server is not asked.
 */
void addAccountFolderRoutes(Http::Router &router, Store::Database &database, const Access &access);

} // namespace Api
