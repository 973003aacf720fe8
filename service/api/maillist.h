// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "common/apierror.h"
#include "common/jsonwriter.h"
#include "common/result.h"
#include "store/mail/mailquery.h"

namespace Store {
class Session;
}

namespace Api {

/// Reads the query string of GET /mails. 40003 and 40004 name the faulty parameter.
Result<Store::MailQuery, ApiFailure> readMailQuery(const Http::Request &request,
                                                   const Access &access);

Result<Json::Bytes, ApiFailure> listMails(const Http::Request &request, Store::Session &session,
                                          const Access &access);

/// Whether GET /mails is to show where the words of the search are.
bool wantsHighlights(const Http::Request &request);

/// The page number as requested: the one of readMailQuery() is limited to the range of int.
qint64 requestedPage(const Http::Request &request);

/// GET /mails/:id/thread
Result<Json::Bytes, ApiFailure> mailThread(const Http::Request &request, Store::Session &session,
                                           const Access &access);

/// GET /mails/stats
Result<Json::Bytes, ApiFailure> mailStats(const Http::Request &request, Store::Session &session,
                                          const Access &access);

} // namespace Api
