// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "outbox/dispatcher.h"

namespace Api {

/// The resource /api/v1/outbox: mails that are being sent, and the outcome of earlier ones.
void addOutboxRoutes(Http::Router &router, Store::Database &database, Outbox::Dispatcher &outbox,
                     const Access &access);

} // namespace Api
