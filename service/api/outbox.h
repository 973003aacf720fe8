// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "outbox/dispatcher.h"

namespace Api {

/// The resource /api/v1/outbox: what is on its way out, and the outcome of what was.
void addOutboxRoutes(Http::Router &router, Store::Database &database, Outbox::Dispatcher &outbox,
                     const Access &access);

} // namespace Api
