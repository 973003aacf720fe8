// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"
#include "store/sql/query.h"

namespace Store {

/// Reads the current row of a query with the columns of mails_by_id, with texts shortened for lists
/// and events, so that a page of the longest possible mails takes little memory.
MailRow readShortRow(const Query &query);

} // namespace Store
