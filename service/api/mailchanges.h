// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"

namespace Api {

/// PUT /mails/:id/read
Result<Change, ApiFailure> setMailRead(const Http::Request &request, Store::Session &session,
                                       const Access &access);
/// PUT /mails/:id/star
Result<Change, ApiFailure> setMailStarred(const Http::Request &request, Store::Session &session,
                                          const Access &access);
/// POST /mails/batch-read
Result<Change, ApiFailure> setMailsRead(const Http::Request &request, Store::Session &session,
                                        const Access &access);
/// POST /mails/batch-star
Result<Change, ApiFailure> setMailsStarred(const Http::Request &request, Store::Session &session,
                                           const Access &access);
/// POST /mails/mark-all-read
Result<Change, ApiFailure> markAllMailsRead(const Http::Request &request, Store::Session &session,
                                            const Access &access);
/// DELETE /mails/:id. The mail is never imported again; with the account's `deleteOnServer` it is also
/// deleted at the server.
Result<Change, ApiFailure> deleteMail(const Http::Request &request, Store::Session &session,
                                      const Access &access);
/// POST /mails/batch-delete
Result<Change, ApiFailure> deleteMails(const Http::Request &request, Store::Session &session,
                                       const Access &access);

} // namespace Api
