// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"

namespace Api {

/// The resource /api/v1/drafts, except sending a draft (see Send). Drafts belong to the user who wrote
/// them, also with `visibility` = shared. `mostOfAUser`: drafts of a user, 0: any number. `bodyBytes`:
/// the maximum size of a request.
void addDraftRoutes(Http::Router &router, Store::Database &database, const Access &access,
                    int mostOfAUser, qint64 bodyBytes = 10 * 1024 * 1024);

} // namespace Api
