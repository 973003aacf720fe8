// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "common/apierror.h"
#include "common/jsonwriter.h"
#include "common/result.h"

namespace Store {
class Session;
}

namespace Api {

/// GET /mails/stats/history
Result<Json::Bytes, ApiFailure> mailHistory(const Http::Request &request, Store::Session &session,
                                            const Access &access);

/// GET /mails/stats/senders
Result<Json::Bytes, ApiFailure> topSenders(const Http::Request &request, Store::Session &session,
                                           const Access &access);

} // namespace Api
