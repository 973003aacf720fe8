// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/// Whether the query asks for a page near the beginning whose total the counters have.
bool isFirstPage(const MailQuery &query);

/// listMails() for such a page on PostgreSQL. It uses one statement, and so one snapshot: four statements
/// in a transaction took twice the processor time.
Result<MailPage> firstPage(Session &session, const MailQuery &query);

} // namespace Store
