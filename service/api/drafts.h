// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"

namespace Api {

/// The resource /api/v1/drafts, but for sending one (see Send). Drafts belong to the user who wrote
/// them, whatever `visibility` says. `mostOfAUser`: how many one may have, 0: any number. `bodyBytes`:
/// how large a request may be.
void addDraftRoutes(Http::Router &router, Store::Database &database, const Access &access,
                    int mostOfAUser, qint64 bodyBytes = 10 * 1024 * 1024);

} // namespace Api
